//! Damaged runs and files of scores: they are refused with the line, or give whole lists.

use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::ranker::{Ranker, Ties};

/// Documents whose names the texts may have.
const DATA: &str = "1 qid:a 1:1 # docid = x\n0 qid:a 1:2 # docid = y\n2 qid:b 1:3 # docid = x\n";

/// The bytes are a file. A list has every document of its query, at a rank or at none.
pub fn rankers(bytes: &[u8]) {
    let data = Dataset::from_letor(DATA).unwrap_or_else(|error| panic!("{error}"));
    match Ranker::read(bytes) {
        Ok(None) => {}
        Err(Error::Parse { problems, total }) => {
            assert!(!problems.is_empty() && problems.len() <= total, "a refusal has a place");
            assert!(problems.iter().all(|problem| problem.line > 0));
        }
        Err(error) => panic!("{error}: a fault of a text has a line"),
        Ok(Some(ranker)) => {
            for ties in [Ties::Expected, Ties::Trec] {
                let Ok(lists) = ranker.lists(&data, ties) else { continue };
                assert_eq!(lists.len(), data.n_queries());
                for (query, list) in data.queries().zip(&lists) {
                    assert_eq!(list.ranking.len(), query.documents.len() + list.unjudged);
                    let mut seen: Vec<u32> =
                        list.ranking.groups().flat_map(|(_, group)| group.to_vec()).collect();
                    seen.extend(list.ranking.absent());
                    seen.sort_unstable();
                    assert_eq!(seen, (0..list.ranking.len() as u32).collect::<Vec<u32>>());
                }
            }
        }
    }
}
