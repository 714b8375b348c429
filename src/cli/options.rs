//! Command-line arguments made from the options of the catalogue. New options and methods need no change here.

use std::fs::File;
use std::io::Read as _;
use std::marker::PhantomData;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use rankscope::Error;
use rankscope::loss::LONGEST_COST;
use rankscope::method::settings::{OLDER_NAMES, TrainingSettings};
use rankscope::method::{
    METHOD, METHODS, Method, MethodOption, OptionKind, check_effect, loss_options, methods_with,
    training_options,
};
use rankscope::util::escape::visible;

/// The options of the catalogue that a command accepts.
pub trait Selection {
    /// Whether an absent option takes the default of the catalogue.
    const HAS_DEFAULTS: bool = true;

    /// The options, in the order of `--help`.
    fn options() -> Vec<&'static MethodOption>;
}

/// Returns all options of a run.
#[derive(Debug)]
pub struct OfRun;

impl Selection for OfRun {
    fn options() -> Vec<&'static MethodOption> {
        [vec![&METHOD], loss_options(), training_options()].concat()
    }
}

/// Returns the method and the options of losses, which replace those of a model.
#[derive(Debug)]
pub struct OfLoss;

impl Selection for OfLoss {
    const HAS_DEFAULTS: bool = false;

    fn options() -> Vec<&'static MethodOption> {
        [vec![&METHOD], loss_options()].concat()
    }
}

/// Returns the options of losses, for a method that is named apart.
#[derive(Debug)]
pub struct OfLossAlone;

impl Selection for OfLossAlone {
    fn options() -> Vec<&'static MethodOption> {
        loss_options()
    }
}

/// Returns the options that the runs of a comparison share. `compare` has its own arguments for methods, C and
/// measures.
#[derive(Debug)]
pub struct OfComparison;

impl Selection for OfComparison {
    fn options() -> Vec<&'static MethodOption> {
        let mut options = OfRun::options();
        options.retain(|option| !["method", "c", "measures"].contains(&option.name));
        options
    }
}

/// The options given on the command line, with their texts.
#[derive(Debug)]
pub struct Given<S> {
    texts: Vec<(&'static MethodOption, String)>,
    selection: PhantomData<S>,
}

impl<S> Given<S> {
    /// Returns `settings` with the given options in place of its values.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first option whose text cannot be parsed.
    pub fn apply(&self, settings: &mut TrainingSettings) -> Result<(), Error> {
        self.texts.iter().try_for_each(|(option, text)| option.set(settings, text))
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.texts.iter().any(|(option, _)| option.name == name)
    }

    /// Checks that every given option has an effect on one of these methods.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first option without effect, and the methods that have it.
    pub fn check_effect(&self, settings: &TrainingSettings, methods: &[String]) -> Result<(), Error> {
        let names: Vec<&'static str> = self.texts.iter().map(|(option, _)| option.name).collect();
        check_effect(&names, settings, methods)
    }
}

impl<S: Selection> FromArgMatches for Given<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let text = |option: &MethodOption| match option.kind {
            OptionKind::Flag => matches.get_flag(option.name).then(|| "true".to_owned()),
            _ => matches
                .get_many::<String>(option.name)
                .map(|texts| texts.map(String::as_str).collect::<Vec<_>>().join(",")),
        };
        let mut texts: Vec<_> =
            S::options().into_iter().filter_map(|option| Some((option, text(option)?))).collect();
        if read_cost_file(&mut texts)? && S::options().iter().any(|option| option.name == METHOD.name) {
            set_method(&mut texts)?;
        }
        Ok(Self { texts, selection: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<S: Selection> Args for Given<S> {
    fn augment_args(command: Command) -> Command {
        command.args(S::options().into_iter().map(argument::<S>))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// What stands before the file in `--measure cost:FILE`.
const COST_FILE: &str = "cost:";

/// Replaces `--measure cost:FILE` by `--cost` with the text of the file. Returns whether there was one.
fn read_cost_file(texts: &mut [(&'static MethodOption, String)]) -> Result<bool, clap::Error> {
    let of_file = |option: &MethodOption, text: &str| option.name == "measure" && text.starts_with(COST_FILE);
    let Some(given) = texts.iter_mut().find(|(option, text)| of_file(option, text)) else { return Ok(false) };
    let Some(cost) = loss_options().into_iter().find(|option| option.name == "cost") else {
        return Ok(false);
    };
    let path = &given.1[COST_FILE.len()..];
    let fault = |problem: String| {
        clap::Error::raw(ErrorKind::ValueValidation, format!("{}: {problem}\n", visible(path)))
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST_COST as u64 + 1).read_to_end(&mut bytes))
        .map_err(|problem| fault(problem.to_string()))?;
    if bytes.len() > LONGEST_COST {
        return Err(fault(format!("a cost has at most {LONGEST_COST} bytes, and this file has more")));
    }
    let text = String::from_utf8(bytes).map_err(|problem| fault(problem.to_string()))?;
    *given = (cost, text.trim().to_owned());
    Ok(true)
}

/// Replaces DORM, given or by default, by its form with a cost of positions.
fn set_method(texts: &mut Vec<(&'static MethodOption, String)>) -> Result<(), clap::Error> {
    const WITH_COST: &str = "dorm-cost";
    match texts.iter_mut().find(|(option, _)| option.name == METHOD.name) {
        None => texts.push((&METHOD, WITH_COST.to_owned())),
        Some((_, method)) if ["dorm", WITH_COST].contains(&method.trim()) => WITH_COST.clone_into(method),
        Some((_, method)) => {
            let problem = format!(
                "measure: a cost of positions is trained by --method {WITH_COST}, not by {}\n",
                visible(method)
            );
            return Err(clap::Error::raw(ErrorKind::ValueValidation, problem));
        }
    }
    Ok(())
}

fn argument<S: Selection>(option: &'static MethodOption) -> Arg {
    let mut argument = Arg::new(option.name).long(option.name.replace('_', "-")).help(help::<S>(option));
    for (older, _) in OLDER_NAMES.iter().filter(|(_, present)| *present == option.name) {
        argument = argument.alias(*older);
    }
    if loss_options().iter().any(|of_loss| of_loss.name == option.name) {
        argument = argument.help_heading("Options of the method");
    }
    match option.kind {
        OptionKind::Flag => argument.action(ArgAction::SetTrue),
        OptionKind::List => argument.value_name("A,B,…").action(ArgAction::Append),
        OptionKind::Integer => argument.value_name("N").allow_negative_numbers(true),
        OptionKind::Number => argument.value_name("X").allow_negative_numbers(true),
        // A text in a grammar, such as a formula, may begin with a minus.
        OptionKind::Choice => {
            argument.value_name(option.name.to_uppercase()).allow_hyphen_values(!option.grammar.is_empty())
        }
    }
}

/// Returns the help of an option: its meaning, the methods that have it, its values and its default.
fn help<S: Selection>(option: &MethodOption) -> String {
    let mut help = option.summary.trim_end_matches('.').to_owned();
    let methods = methods_with(option.name);
    if !methods.is_empty() && methods.len() < METHODS.len() {
        help += &format!(" ({})", methods.join(", "));
    }
    let values = values_of(option);
    if !values.is_empty() {
        help += &format!(" [values: {values}]");
    }
    let default = default_of(option);
    if S::HAS_DEFAULTS && option.kind != OptionKind::Flag && !default.is_empty() {
        help += &format!(" [default: {default}]");
    }
    help
}

/// The option of a method under the name of another.
fn own_option(method: &'static Method, option: &MethodOption) -> Option<&'static MethodOption> {
    method.options.iter().chain(method.training).find(|own| own.name == option.name)
}

/// The values of an option; where methods have values that the first of them lacks, each with its method.
fn values_of(option: &MethodOption) -> String {
    let values = |option: &MethodOption| match option.grammar {
        "" => option.choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(", "),
        grammar => grammar.to_owned(),
    };
    let is_known = |own: &MethodOption| {
        let known = |name: &str| option.choices.iter().any(|choice| choice.name == name);
        own.grammar == option.grammar && own.choices.iter().all(|choice| known(choice.name))
    };
    let own: Vec<_> =
        METHODS.iter().filter_map(|method| Some((method.name, own_option(method, option)?))).collect();
    if own.iter().all(|(_, own)| is_known(own)) {
        return values(option);
    }
    own.iter().map(|(method, own)| format!("{} for {method}", values(own))).collect::<Vec<_>>().join("; ")
}

/// Returns the default of an option. If methods have different defaults, each is named with its methods.
fn default_of(option: &MethodOption) -> String {
    let own =
        |method: &'static Method| Some((method.name, own_option(method, option)?.setting.default_text()));
    let own: Vec<(&str, String)> = METHODS.iter().filter_map(|method| own(method)).collect();
    let usual = option.setting.default_text();
    if own.iter().all(|(_, default)| *default == usual) {
        return usual;
    }
    let named = own.iter().filter(|(_, default)| !default.is_empty());
    named.map(|(method, default)| format!("{default} for {method}")).collect::<Vec<_>>().join(", ")
}
