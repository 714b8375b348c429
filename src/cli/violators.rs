//! `rankscope violators`.

use rankscope::error::Error;
use rankscope::inspection::{Judgement, View};
use rankscope::visible::visible;
use serde_json::json;

use super::args::ViolatorsArgs;
use super::reading::DataFiles;
use super::terminal::{print_json, print_line};
use super::{Failure, files};

pub fn run(args: &ViolatorsArgs) -> Result<(), Failure> {
    files::check_standard_input(&[&args.file, &args.model])?;
    let model = files::read_model(&args.model)?;
    let mut settings = model.settings.clone();
    args.options.apply(&mut settings)?;
    let config = settings.parse()?;
    args.options.check_effect(&settings, std::slice::from_ref(&settings.method))?;
    let data = DataFiles::new(&args.reading)?.read(&args.file)?;
    files::warn_about_features(&data, &model);

    let id = args.query.strip_prefix("qid:").unwrap_or(&args.query);
    let found = data.queries().find(|query| query.id == id).map(|query| query.index);
    let Some(index) = found else {
        return Err(Error::data(format!("no query {id:?} among the {} of the file", data.n_queries())).into());
    };
    let data = data.grouped(&config.group)?;
    let scaled = model.scale(&data);
    // If the loss aligns its reference, the model's own scores align it.
    let loss = config.learner.loss().ok_or_else(|| {
        let problem = format!("{} has no structured loss, so no ranking violates it", model.settings.method);
        Error::config("method", problem)
    })?;
    let max_grade = data.max_grade().max(model.max_grade);
    let loss = loss.clone().up_to(max_grade);
    let (w, groups) = (model.weights()?, loss.slack_groups());
    let judgement = Judgement {
        measure: config.measures[0],
        threshold: config.threshold,
        max_grade,
        diverse_ranks: config.diverse_ranks,
    };
    let view = View::new(&*scaled, index, &groups, judgement, w, Some(w))?;
    let found = view.inspect(0, None);

    if args.json {
        return print_json(&json!({
            "query": found.id, "documents": found.documents.len(),
                "reference": found.reference, "predicted": found.predicted, "violator": found.violator,
                "loss": found.loss, "margin": found.margin, "hinge": found.hinge,
                "coefficients": found.coefficients,
        }));
    }
    print_line(&format!(
        "query {}: {} documents; {}",
        visible(&found.id),
        found.documents.len(),
        found.oracle
    ))?;
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
