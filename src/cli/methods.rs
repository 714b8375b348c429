//! `rankscope methods`.

use rankscope::loss::catalog;
use serde_json::json;

use super::args::MethodsArgs;
use super::{Failure, print_line};

pub fn run(args: &MethodsArgs) -> Result<(), Failure> {
    let methods = catalog().methods;
    if args.json {
        return print_line(&json!(methods).to_string());
    }
    for method in methods {
        print_line(&format!("{}: {}", method.name, method.summary))?;
        print_line(&format!("    {}", method.formula))?;
        print_line(&format!("    cost {}; {}", method.cost, method.source))?;
        for option in method.options {
            let flag = option.name.replace('_', "-");
            let default = if option.default.is_empty() { "none" } else { option.default };
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
