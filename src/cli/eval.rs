//! `rankscope eval`.

use rankscope::data::Grouping;
use rankscope::error::Error;
use rankscope::metric::{Measure, Undefined};
use rankscope::visible::visible;
use serde_json::{Map, Value, json};

use super::args::{EvalArgs, MeasureList};
use super::terminal::{print_json, print_line};
use super::{Failure, files};

pub fn run(args: &EvalArgs) -> Result<(), Failure> {
    files::check_standard_input(&[&args.file, &args.model])?;
    let convention: Undefined = args.empty.parse()?;
    let given = MeasureList::names(&args.measures)
        .iter()
        .map(|name| Ok((name.trim().to_ascii_lowercase(), name.parse()?)))
        .collect::<Result<Vec<(String, Measure)>, Error>>()?;
    let mut model = files::read_model(&args.model)?;
    if let Some(group) = &args.group {
        group.parse::<Grouping>()?;
        model.settings.group.clone_from(group);
    }
    let data = files::read_data(&args.file)?;
    files::warn_about_features(&data, &model);
    let named = if given.is_empty() {
        model.settings.parse()?.measures.into_iter().map(|measure| (measure.key(), measure)).collect()
    } else {
        given
    };
    let (names, measures): (Vec<String>, Vec<Measure>) = named.into_iter().unzip();
    let evaluation = model.evaluate(&data, &measures, convention)?;

    if args.json {
        let pairs = |value: &dyn Fn(usize) -> Value| {
            let pairs = names.iter().enumerate().map(|(index, name)| (name.clone(), value(index)));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        let mut result = json!({
            "queries": data.n_queries(),
            "empty": convention.to_string(),
            "measures": pairs(&|index| json!(evaluation.means[index].value)),
            "counted": pairs(&|index| json!(evaluation.means[index].counted)),
            "undefined": pairs(&|index| json!(evaluation.means[index].undefined)),
        });
        if args.per_query {
            let rows = data.queries().zip(&evaluation.per_query).map(|(query, values)| {
                json!({
                    "query": query.id,
                    "documents": query.documents.len(),
                    "measures": pairs(&|index| json!(values[index])),
                })
            });
            result["per_query"] = rows.collect();
        }
        return print_json(&result);
    }
    if args.per_query {
        print_line(&format!("query\tdocuments\t{}", names.join("\t")))?;
        for (query, values) in data.queries().zip(&evaluation.per_query) {
            let values: Vec<String> = values.iter().map(|value| number(*value)).collect();
            print_line(&format!("{}\t{}\t{}", visible(query.id), query.documents.len(), values.join("\t")))?;
        }
    }
    for ((name, measure), mean) in names.iter().zip(&measures).zip(&evaluation.means) {
        print_line(&format!(
            "{name} {} over {} of {} queries ({} with {}: {})",
            number(mean.value),
            mean.counted,
            data.n_queries(),
            mean.undefined,
            measure.undefined_reason(),
            match convention {
                Undefined::Skip => "left out",
                Undefined::CountAsZero => "counted as 0",
                Undefined::CountAsOne => "counted as 1",
            }
        ))?;
    }
    Ok(())
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.6}"))
}
