//! `rankscope loss`.

use clap::Args;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{LossAtScores, StructuredLossAtScores, loss_at_scores};
use rankscope::{Error, data::Grade};
use serde_json::{Map, Value, json};

use super::Failure;
use super::options::{Given, OfLossAlone};
use super::terminal::{print_line, print_object};

/// Arguments of `loss`.
#[derive(Debug, Args)]
pub struct LossArgs {
    /// Name of a method with a structured or a smooth loss
    pub name: String,
    /// The grades of the documents of a query, such as 2,0,1,0
    #[arg(long, value_name = "GRADES", required = true, value_delimiter = ',')]
    pub grades: Vec<Grade>,
    /// Their scores, such as 1,0.3,-0.2,0
    #[arg(long, value_name = "SCORES", required = true, value_delimiter = ',', allow_hyphen_values = true)]
    pub scores: Vec<f64>,
    #[command(flatten)]
    pub options: Given<OfLossAlone>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &LossArgs) -> Result<(), Failure> {
    let mut settings = TrainingSettings { method: args.name.clone(), ..TrainingSettings::default() };
    args.options.apply(&mut settings)?;
    settings.parse()?;
    args.options.check_effect(&settings, std::slice::from_ref(&settings.method))?;
    let result = loss_at_scores(&settings, &args.grades, &args.scores)?;
    if args.json {
        let unwritable = |error| Error::data(format!("the result cannot be written as JSON: {error}"));
        let mut fields = Map::new();
        fields.insert("method".to_owned(), json!(settings.method));
        if let Value::Object(more) = serde_json::to_value(&result).map_err(unwritable)? {
            fields.extend(more);
        }
        return print_object("loss", Value::Object(fields));
    }
    match result {
        LossAtScores::Smooth { loss, terms, gradient } => {
            print_line(&format!(
                "loss {loss}, the sum of {terms} {}",
                if terms == 1 { "term" } else { "terms" }
            ))?;
            print_line(&format!("gradient {}", numbers(&gradient)))
        }
        LossAtScores::Structured { components } => components.iter().try_for_each(print_structured),
    }
}

/// Prints documents by their number from 1, as people count them; JSON counts from 0.
fn print_structured(loss: &StructuredLossAtScores) -> Result<(), Failure> {
    let of_component = if loss.name.is_empty() { String::new() } else { format!("{}: ", loss.name) };
    print_line(&format!("{of_component}hinge {} = loss {} − margin {}", loss.hinge, loss.loss, loss.margin))?;
    let documents = |order: &[u32]| {
        order.iter().map(|document| (document + 1).to_string()).collect::<Vec<_>>().join(", ")
    };
    print_line(&format!("violator ȳ: documents {}", documents(&loss.violator)))?;
    print_line(&format!("ideal y*: documents {}", documents(&loss.reference)))?;
    print_line(&format!("δψ(ȳ) {}", numbers(&loss.delta_psi)))?;
    print_line(&format!("loss of the ranking by scores {}", loss.loss_of_scores))
}

/// Writes every bit of numbers, without a negative zero.
fn numbers(values: &[f64]) -> String {
    values.iter().map(|value| (value + 0.0).to_string()).collect::<Vec<_>>().join(", ")
}
