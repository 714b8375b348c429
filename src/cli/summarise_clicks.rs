//! `rankscope summarise-clicks`.

use clap::Args;
use rankscope::Error;
use rankscope::clicks::ClickSummary;
use rankscope::util::counted::counted;
use rankscope::util::escape::visible;

use super::Failure;
use super::click_args::{LogArgs, number};
use super::terminal::{print_line, print_object};

/// Click rates in the text.
const SHOWN_RANKS: usize = 20;

/// Arguments of `summarise-clicks`.
#[derive(Debug, Args)]
pub struct SummariseArgs {
    #[command(flatten)]
    pub log: LogArgs,
    /// Print the summary as one JSON object, with all ranks
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &SummariseArgs) -> Result<(), Failure> {
    args.log.check()?;
    let summary = args.log.read()?.summary(None)?;
    if args.json {
        let value = serde_json::to_value(&summary)
            .map_err(|error| Error::data(format!("the summary cannot be written as JSON: {error}")))?;
        return print_object("click_summary", value);
    }
    print_line(&lines(&summary).join("\n"))
}

fn lines(summary: &ClickSummary) -> Vec<String> {
    let ClickSummary { sessions, clicks, queries, queries_seen, documents, .. } = summary;
    let mut lines = vec![
        format!("sessions: {}, on {queries_seen} of {}", number(*sessions), counted(*queries, "query")),
        format!(
            "clicks: {}, {:.4} per session",
            number(*clicks),
            summary.clicks_per_session.unwrap_or_default()
        ),
        format!(
            "documents: {documents}, of which {} never shown, and {} shown and never clicked",
            summary.never_shown, summary.never_clicked
        ),
    ];
    if summary.rankers.iter().any(|ranker| !ranker.name.is_empty()) {
        let rankers =
            summary.rankers.iter().map(|one| format!("{} {}", visible(&one.name), number(one.sessions)));
        lines.push(format!("sessions by ranker: {}", rankers.collect::<Vec<_>>().join(", ")));
    }
    lines.push(match (summary.rankings_per_query, summary.most_rankings) {
        (Some(mean), Some(most)) => {
            format!("different rankings of a query by one ranker: mean {mean:.2}, at most {most}")
        }
        _ => "different rankings of a query: not known".to_owned(),
    });
    if let Some(weights) = &summary.weights {
        lines.push(format!(
            "weights 1/p of the clicks: at most {:.2}; as good as {:.1} clicks of equal weight",
            weights.largest, weights.effective_clicks
        ));
    }
    lines.push(String::new());
    lines.push(format!(
        "{:>5} {:>14} {:>12} {:>8}  {}",
        "rank", "impressions", "clicks", "rate", "95 % (Wilson)"
    ));
    for one in summary.ranks.iter().take(SHOWN_RANKS) {
        lines.push(format!(
            "{:>5} {:>14} {:>12} {:>8.5}  {:.5} to {:.5}",
            one.rank,
            number(one.impressions),
            number(one.clicks),
            one.rate,
            one.low,
            one.high
        ));
    }
    if summary.ranks.len() > SHOWN_RANKS {
        lines.push(format!("… {} further ranks; --json prints them", summary.ranks.len() - SHOWN_RANKS));
    }
    lines
}
