//! Generates the JavaScript module, its types and the final WebAssembly file from a compiled crate.
//!
//! `generator INPUT.wasm FOLDER` writes `rankscope.js`, `rankscope.d.ts`, `rankscope_bg.wasm` and
//! `rankscope_bg.wasm.d.ts`.

use std::path::Path;
use std::{env, fs};

use anyhow::{Context as _, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [input, folder] = arguments.as_slice() else {
        bail!("usage: generator INPUT.wasm FOLDER");
    };
    Bindgen::new()
        .input_path(input)
        .out_name("rankscope")
        .web(true)?
        .typescript(true)
        // Bundlers and scripts without one load the file beside the module.
        .omit_default_module_path(false)
        .generate(folder)?;
    let script = Path::new(folder).join("rankscope.js");
    let text = fs::read_to_string(&script).with_context(|| script.display().to_string())?;
    fs::write(&script, with_checked_pointers(&text)?)?;
    Ok(())
}

/// Each class, here `{class}`, gets these accessors of the pointer to its object.
const ACCESSORS: &str = "    get __wbg_ptr() { return pointerOf(this, {class}); }
    set __wbg_ptr(pointer) { this[POINTER] = pointer; }
";

/// What the accessors need.
const POINTER_OF: &str = r#"
const POINTER = Symbol('pointer');
/** Returns where an object of a class is. An object that was freed or consumed is nowhere. */
function pointerOf(object, kind) {
    const pointer = object instanceof kind && object[POINTER];
    if (pointer) return pointer;
    const cause = { kind: 'absent', field: 'object', problems: [], total: 0 };
    const error = new Error(pointer === false ? `the object is no ${kind.name}`
        : 'the object was freed, or a call has consumed it; make a new one', { cause });
    error.name = 'RankscopeError';
    throw error;
}
"#;

/// Returns the script with a check that every object is still there before the module is called with it.
///
/// The module checks it too, but its error crosses the frames of Rust, which then never give back their stack: some
/// thousand caught errors would exhaust it.
fn with_checked_pointers(script: &str) -> anyhow::Result<String> {
    let mut checked = String::new();
    let (mut classes, mut freed) = (0, 0);
    let mut class = "";
    for line in script.split_inclusive('\n') {
        // A method can be called on an object of another class, whose accessor would return a pointer to that object.
        let sets_pointer = line.trim_start().starts_with("this.__wbg_ptr = ");
        match sets_pointer || class.is_empty() {
            true => checked.push_str(line),
            false => checked.push_str(
                &line.replace("this.__wbg_ptr", &format!("pointerOf(this, {class})")).replace(
                    "this.__destroy_into_raw()",
                    &format!("{class}.prototype.__destroy_into_raw.call(this)"),
                ),
            ),
        }
        if let Some(rest) = line.strip_prefix("export class ") {
            class = rest.split(' ').next().unwrap_or_default();
            checked.push_str(&ACCESSORS.replace("{class}", class));
            classes += 1;
        }
        if line == "}\n" {
            class = "";
        }
        // What is gone can be freed again, as before.
        if line == "    free() {\n" {
            checked.push_str("        if (!this[POINTER]) return;\n");
            freed += 1;
        }
    }
    ensure!(
        classes > 0 && classes == freed,
        "the script has {classes} classes, of which {freed} can be freed"
    );
    Ok(checked + POINTER_OF)
}
