//! `rankscope export`.

use std::io::{self, Write as _};

use rankscope::data::parse_names;
use rankscope::export::{ModelFormat, model};

use super::args::ExportArgs;
use super::{Failure, files};

pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let format: ModelFormat = args.format.parse()?;
    let trained = files::read_model(&args.model)?;
    let names = match &args.names {
        None => Vec::new(),
        Some(path) => {
            let about = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::File { path: about.clone(), error })?;
            parse_names(&text).map_err(|error| Failure::Library { about: Some(about), error })?
        }
    };
    let text = model(&trained, format, &names, &args.name)?;
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::File { path: "standard output".to_owned(), error },
    })
}
