//! Finds the cell of a key among those of a growing log. Must not know sessions.
//!
//! A simulation looks up every document of every session, so the table has a hash of its own that is faster than that
//! of the standard library; nothing depends on the order of the table.

use std::cmp::Ordering;

use super::log::Cell;

/// Finds cells by their keys: open addressing with linear probing. It holds places of cells, at most half full.
#[derive(Debug, Clone, Default)]
pub(super) struct CellTable {
    /// A place plus 1; 0 is free. The length is a power of 2.
    slots: Vec<u32>,
}

impl CellTable {
    /// Returns the place of the cell with this key, which is added if it is new.
    pub fn place(&mut self, cells: &mut Vec<Cell>, cell: Cell) -> usize {
        if 2 * (cells.len() + 1) > self.slots.len() {
            self.grow(cells);
        }
        let slot = self.slot(cells, &cell);
        if self.slots[slot] == 0 {
            cells.push(cell);
            self.slots[slot] = cells.len() as u32;
        }
        self.slots[slot] as usize - 1
    }

    /// Returns the slot of a key, or the free slot where it belongs.
    fn slot(&self, cells: &[Cell], cell: &Cell) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(cell) as usize & mask;
        while self.slots[slot] != 0 {
            let known = &cells[self.slots[slot] as usize - 1];
            if in_order(known, cell) == Ordering::Equal {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self, cells: &[Cell]) {
        self.slots = vec![0; (self.slots.len() * 2).max(1024)];
        for (place, cell) in cells.iter().enumerate() {
            let slot = self.slot(cells, cell);
            self.slots[slot] = place as u32 + 1;
        }
    }
}

/// The order of cells in a log, by their keys.
pub(super) fn in_order(one: &Cell, other: &Cell) -> Ordering {
    let key = |cell: &Cell| (cell.query, cell.ranker, cell.rank, cell.document, bits_of(cell));
    key(one).cmp(&key(other))
}

/// The bits of a propensity, which rise with the number; 0 stands for none.
fn bits_of(cell: &Cell) -> u64 {
    cell.propensity.map_or(0, f64::to_bits)
}

/// Mixes the bits of a word. Source: SplitMix64 of Steele, Lea and Flood 2014, as published by Vigna.
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Returns a hash of a ranking, the same on every machine.
pub(super) fn hash_of(documents: &[u32]) -> u64 {
    documents.iter().fold(0, |hash, &document| mixed(hash ^ (u64::from(document) + 1)))
}

/// Returns a hash of the key of a cell.
fn hash(cell: &Cell) -> u64 {
    let place = u64::from(cell.query) << 32 | u64::from(cell.document);
    mixed(
        mixed(place) ^ (u64::from(cell.rank) << 16 | u64::from(cell.ranker)) ^ bits_of(cell).rotate_left(24),
    )
}
