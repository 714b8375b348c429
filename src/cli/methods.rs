//! `rankscope methods`.

use clap::Args;
use rankscope::method::METHODS;
use serde_json::json;

use super::Failure;
use super::terminal::{print_json, print_line};

/// Arguments of `methods`.
#[derive(Debug, Args)]
pub struct MethodsArgs {
    /// Print a JSON array
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &MethodsArgs) -> Result<(), Failure> {
    if args.json {
        return print_json(&json!(METHODS));
    }
    for method in METHODS {
        print_line(&format!("{}: {}", method.name, method.summary))?;
        print_line(&format!("    {}", method.formula))?;
        print_line(&format!("    cost {}; {}", method.cost, method.source))?;
        for option in method.options.iter().chain(method.training) {
            let flag = option.name.replace('_', "-");
            let default = option.setting.default_text();
            let default = if default.is_empty() { "none" } else { &default };
            let names: Vec<&str> = option.choices.iter().map(|choice| choice.name).collect();
            let mut line = format!("    --{flag}: {} [default: {default}]", option.summary);
            if !names.is_empty() {
                line.push_str(&format!(" [{}]", names.join(", ")));
            }
            print_line(&line)?;
        }
    }
    Ok(())
}
