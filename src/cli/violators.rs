//! `rankscope violators`.

use rankscope::error::Error;
use rankscope::inspection::{Judgement, View};
use serde_json::json;

use super::args::ViolatorsArgs;
use super::{Failure, files, print_line};

pub fn run(args: &ViolatorsArgs) -> Result<(), Failure> {
    let model = files::read_model(&args.model)?;
    let mut settings = model.settings.clone();
    args.method.apply(&mut settings);
    let config = settings.parse()?;
    let data = files::read_data(&args.file)?;
    files::warn_about_features(&data, &model);

    let id = args.query.strip_prefix("qid:").unwrap_or(&args.query);
    let found = data.queries().find(|query| query.id == id).map(|query| query.index);
    let Some(index) = found else {
        return Err(Error::data(format!("no query {id:?} among the {} of the file", data.n_queries())).into());
    };
    let scaled = model.scale(&data);
    // The model's own scores align the reference, where it is to be aligned.
    let (w, groups) = (&model.weights, config.loss.slack_groups());
    let max_grade = data.max_grade().max(model.max_grade);
    let judgement = Judgement { measure: config.measures[0], threshold: config.threshold, max_grade };
    let view = View::new(&scaled, index, &groups, judgement, w, Some(w))?;
    let found = view.inspect(0, None);

    if args.json {
        return print_line(
            &json!({
                "query": found.id, "documents": found.documents.len(),
                "reference": found.reference, "predicted": found.predicted, "violator": found.violator,
                "loss": found.loss, "margin": found.margin, "hinge": found.hinge,
                "coefficients": found.coefficients,
            })
            .to_string(),
        );
    }
    print_line(&format!("query {}: {} documents; {}", found.id, found.documents.len(), found.oracle))?;
    print_line(&format!("H = loss - margin = {:.6} - {:.6} = {:.6}", found.loss, found.margin, found.hinge))?;
    print_line("rank  reference         model             violator")?;
    for (rank, ((reference, predicted), violator)) in
        found.reference.iter().zip(&found.predicted).zip(&found.violator).enumerate()
    {
        let cell = |document: u32| {
            let grade = found.documents[document as usize].grade;
            format!("{:<17} ", format!("{document} (grade {grade})"))
        };
        let line = format!("{:>4}  {}{}{}", rank + 1, cell(*reference), cell(*predicted), cell(*violator));
        print_line(line.trim_end())?;
    }
    Ok(())
}
