//! LETOR texts and damaged files of every reader, for machines without a fuzzer. Every run tries some thousand files;
//! millions: `EXECUTIONS=10000000 cargo test --release --test hostile -- --include-ignored --nocapture many`.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::TARGETS;
use super::cases::cases_of;
use super::targets::letor;

const PIECES: [&[u8]; 32] = [
    b"1 qid:1 ",
    b"0 qid:a ",
    b"2 qid:a 1:1\n",
    b"qid:",
    b" ",
    b"\t",
    b"\n",
    b"\n",
    b"\r\n",
    b"1:0.5 ",
    b"2:-1e-3",
    b"3:1e308 ",
    b"4:123456789012345678901 ",
    b"99999:1 ",
    b"100001:1",
    b"0:0",
    b"-1",
    b"#",
    b"# 1: title\n",
    b"# features: a, 2 b\n",
    b"\xEF\xBB\xBF",
    b"\xFF",
    b"\xC3\xA9",
    b"nan",
    b"1e999",
    b":",
    b".",
    b"e",
    b"+",
    b"31",
    b"32",
    b"1e-320",
];

/// Number of recent interesting texts that are kept for mutation.
const POOL: usize = 64;

#[test]
#[ignore = "takes minutes"]
fn millions_of_texts() {
    let executions = std::env::var("EXECUTIONS").map_or(100_000, |text| text.parse().expect("a number"));
    let mut random =
        ChaCha8Rng::seed_from_u64(std::env::var("SEED").map_or(1, |text| text.parse().expect("a number")));
    let mut pool: Vec<Vec<u8>> = vec![b"A1 qid:1 1:0.5\n0 qid:1 2:1 # x\n".to_vec()];
    let mut bytes = 0_u64;
    for execution in 0..executions {
        let text = draw(&mut random, &pool);
        bytes += text.len() as u64;
        letor(&text);
        if pool.len() < POOL {
            pool.push(text);
        } else if execution % 16 == 0 {
            pool[below(&mut random, POOL)] = text;
        }
        if (execution + 1) % 1_000_000 == 0 {
            println!("{} texts, {bytes} bytes, each parsed whole and cut", execution + 1);
        }
    }
}

/// Readers of files, whose stored inputs are damaged.
const READERS: [&str; 9] =
    ["formats", "ratings", "click_logs", "model", "foreign", "rankers", "judgements", "pages", "studies"];

/// Longest input that is damaged, so that a run tries many.
const LONGEST: usize = 1 << 12;

/// Stored files with some bytes changed, moved, doubled or lost, and with pieces of other files: the target of each
/// reader panics if the reader breaks its guarantees. `EXECUTIONS` counts the files of all readers.
#[test]
fn damaged_files_break_no_guarantee() {
    let executions: u64 = std::env::var("EXECUTIONS").map_or(14_000, |text| text.parse().expect("a number"));
    let seed = std::env::var("SEED").map_or(1, |text| text.parse().expect("a number"));
    for reader in READERS {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (_, target) = TARGETS.into_iter().find(|(name, _)| *name == reader).expect("a target");
        let stored: Vec<Vec<u8>> = cases_of(reader).into_iter().map(|(_, bytes)| bytes).collect();
        let short: Vec<&Vec<u8>> = stored.iter().filter(|bytes| bytes.len() <= LONGEST).collect();
        assert!(!short.is_empty(), "{reader} has no short case");
        let each = executions / READERS.len() as u64;
        for _ in 0..each {
            let mut bytes = short[below(&mut random, short.len())].clone();
            for _ in 0..=below(&mut random, 8) {
                let other = short[below(&mut random, short.len())];
                damage(&mut random, &mut bytes, other);
            }
            bytes.truncate(2 * LONGEST);
            target(&bytes);
        }
        println!("{reader}: {each} damaged files");
    }
}

/// Damages bytes at one place. `other`: a file to take a piece from.
fn damage(random: &mut ChaCha8Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    let place = below(random, bytes.len() + 1);
    let end = bytes.len().min(place + 1 + below(random, 24));
    match below(random, 6) {
        0 if place < bytes.len() => bytes[place] ^= 1 << below(random, 8),
        1 if place < bytes.len() => bytes[place] = below(random, 256) as u8,
        2 => drop(bytes.drain(place..end)),
        3 => {
            let copy = bytes[place..end].to_vec();
            let to = below(random, bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
        4 => bytes.truncate(place),
        _ if !other.is_empty() => {
            let from = below(random, other.len());
            let piece = other[from..other.len().min(from + 1 + below(random, 24))].to_vec();
            drop(bytes.splice(place..end, piece));
        }
        _ => {}
    }
}

/// Returns a number below `limit`.
fn below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    (random.next_u64() % limit as u64) as usize
}

/// Returns a new text of pieces, or an old text with a few changes.
fn draw(random: &mut ChaCha8Rng, pool: &[Vec<u8>]) -> Vec<u8> {
    let mut text = if below(random, 3) == 0 {
        vec![below(random, 256) as u8]
    } else {
        pool[below(random, pool.len())].clone()
    };
    for _ in 0..=below(random, 6) {
        let place = below(random, text.len() + 1);
        match below(random, 6) {
            0 | 1 => drop(text.splice(place..place, PIECES[below(random, PIECES.len())].iter().copied())),
            2 => text.insert(place, below(random, 256) as u8),
            3 if place < text.len() => text[place] ^= 1 << below(random, 8),
            4 if place < text.len() => {
                let end = text.len().min(place + 1 + below(random, 8));
                text.drain(place..end);
            }
            _ => {
                let end = text.len().min(place + below(random, 24));
                let copy = text[place..end].to_vec();
                text.extend(copy);
            }
        }
    }
    text.truncate(200);
    text
}
