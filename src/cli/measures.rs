//! `rankscope measures`, and the names of measures on the command line.

use clap::Args;
use rankscope::Error;
use rankscope::data::Grade;
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::{MEASURES, Measure, MeasureKind, NamedMeasure, OTHER_NAMES, TIES};
use serde_json::{Value, json};

use super::Failure;
use super::terminal::{print_line, print_object, say};

/// Arguments of `measures`.
#[derive(Debug, Args)]
pub struct MeasuresArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The threshold of examples. Its number is not printed.
const EXAMPLE_THRESHOLD: Grade = 1;

pub fn run(args: &MeasuresArgs) -> Result<(), Failure> {
    let own = MEASURES.iter().map(|&kind| Ok((kind, kind.example.parse()?)));
    let own = own.collect::<Result<Vec<(&MeasureKind, Measure)>, Error>>()?;
    let named = OTHER_NAMES.iter().map(|name| NamedMeasure::read(name).map(|read| (*name, read)));
    let named = named.collect::<Result<Vec<_>, Error>>()?;
    if args.json {
        let measures: Vec<Value> = own.iter().map(|(kind, measure)| object(kind, measure)).collect();
        let names: Vec<Value> = named.iter().map(|(name, read)| other_object(name, read)).collect();
        return print_object("measures", json!({ "measures": measures, "other_names": names }));
    }
    print_line(
        "Ranks count from 1. g is the grade of a document. A document is good from the grade --threshold on.",
    )?;
    print_line(&format!("Ties: every value is the {TIES}."))?;
    print_line("Queries without a value: --empty skip leaves them out; zero and one count them as 0 and 1.")?;
    for (kind, measure) in &own {
        let conventions = measure.conventions(EXAMPLE_THRESHOLD, 0);
        print_line(&format!("{}: {}", kind.grammar, kind.label))?;
        print_line(&format!("    {}", kind.formula))?;
        if let (Some(gain), Some(discount)) = (&conventions.gain, &conventions.discount) {
            print_line(&format!("    gain {gain}, discount {discount} in {}", kind.example))?;
        }
        let undefined = measure.undefined_reason();
        print_line(&format!("    range {}; no value for a query with: {undefined}", conventions.range))?;
        if !kind.options.is_empty() {
            print_line(&format!("    {}", kind.options))?;
        }
    }
    print_line("Names of ir_measures and trec_eval, in this letter case:")?;
    for (name, read) in &named {
        let read_as = read.with_scale(None, None, EXAMPLE_THRESHOLD);
        let of = read.tool().name();
        let good = good_from(&read_as.measure, read, read_as.threshold);
        let note = read_as.note.map(|note| format!("; {}", note.trim_start_matches(&format!("{name}: "))));
        let text = format!("    {name} ({of}): {}{good}{}", read_as.measure.key(), note.unwrap_or_default());
        print_line(&text)?;
    }
    Ok(())
}

fn good_from(measure: &Measure, read: &NamedMeasure, threshold: Grade) -> String {
    if measure.needs_threshold() && read.tool() != rankscope::metric::Tool::Rankscope {
        format!(", good from grade {threshold}")
    } else {
        String::new()
    }
}

fn object(kind: &MeasureKind, measure: &Measure) -> Value {
    let conventions = measure.conventions(EXAMPLE_THRESHOLD, 0);
    json!({
        "grammar": kind.grammar, "example": kind.example, "label": kind.label, "formula": kind.formula,
        "options": kind.options, "gain": conventions.gain, "discount": conventions.discount,
        "range": conventions.range, "ties": conventions.ties, "uses_threshold": kind.needs_threshold,
        "undefined_with": kind.undefined_with,
    })
}

fn other_object(name: &str, read: &NamedMeasure) -> Value {
    let read_as = read.with_scale(None, None, EXAMPLE_THRESHOLD);
    let conventions = read_as.measure.conventions(read_as.threshold, 0);
    json!({
        "name": name, "tool": read.tool(), "measure": read_as.measure.key(),
        "good_from": conventions.good_from, "note": read_as.note,
    })
}

/// Joins list items that were split at a comma inside brackets, as in `nDCG(dcg='log2',judged_only=False)@10`.
pub fn joined(items: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for item in items {
        let is_open = |text: &String| text.matches('(').count() > text.matches(')').count();
        match joined.last_mut().filter(|last| is_open(last)) {
            Some(last) => last.extend([",", &item]),
            None => joined.push(item),
        }
    }
    joined
}

/// Replaces names of other programs in the settings by Rankscope's, and says on standard error what they mean.
///
/// # Errors
/// [`Error::Config`] for a name whose measure Rankscope cannot compute, or not with the threshold of the run.
pub fn translate_settings(settings: &mut TrainingSettings) -> Result<(), Error> {
    // A measure to train for is refused by the method, which knows what it can train for.
    if let Ok([measure]) = translate(vec![settings.measure.clone()], settings.threshold).as_deref() {
        measure.clone_into(&mut settings.measure);
    }
    let measures = std::mem::take(&mut settings.measures);
    settings.measures = translate(measures, settings.threshold)?;
    Ok(())
}

/// Returns Rankscope's names for names of other programs, and says on standard error what they mean. Names of Rankscope
/// stay as they are.
///
/// `threshold`: that of the run. It stands for the one that is usual elsewhere, unless a name states another.
///
/// # Errors
/// As [`translate_settings`].
pub fn translate(names: Vec<String>, threshold: Grade) -> Result<Vec<String>, Error> {
    let translate = |text: String| {
        if !NamedMeasure::is_other(&text) {
            return Ok(text);
        }
        let read = NamedMeasure::read(&text)?.with_scale(Some(threshold), None, threshold);
        if read.threshold != threshold {
            let problem = format!(
                "{text} counts documents from grade {} on as good, and this run those from grade {threshold} on; add \
                 --threshold {}",
                read.threshold, read.threshold
            );
            return Err(Error::config("measures", problem));
        }
        if let Some(note) = &read.note {
            say(note);
        }
        Ok(read.measure.key())
    };
    joined(names).into_iter().map(translate).collect()
}
