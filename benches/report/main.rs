//! Quick look (to be grown).
mod data;
use rankscope::data::Dataset;
use rankscope::experiment::TrainingRun;
use rankscope::learner::{Phase, Progress};
use rankscope::settings::TrainingSettings;
use std::sync::Arc;
use std::time::Instant;

fn pair(d: &Dataset) -> f64 {
    let w: Vec<f64> = (0..d.n_features()).map(|f| f as f64 * 0.1 - 1.0).collect();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let t = Instant::now();
        let s = d.scores(0..d.n_documents(), &w);
        let mut into = vec![0.0; d.n_features()];
        d.pull_back(0..d.n_documents(), &s, &mut into);
        std::hint::black_box(into);
        best = best.min(t.elapsed().as_secs_f64());
    }
    best
}

fn run(d: &Arc<Dataset>, s: &TrainingSettings, label: &str, floor: f64) {
    let mut bestline = (f64::INFINITY, String::new());
    for _ in 0..std::env::var("REPS").map_or(1, |v| v.parse().unwrap()) {
        let t0 = Instant::now();
        let mut run = TrainingRun::new(Arc::clone(d), s).unwrap();
        let setup = t0.elapsed().as_secs_f64();
        let (mut oracle, mut qp, mut measure) = (0.0, 0.0, 0.0);
        let mut phase = Phase::Oracle;
        let stop = loop {
            let t = Instant::now();
            let p = run.advance(1);
            let e = t.elapsed().as_secs_f64();
            match phase {
                Phase::Oracle => oracle += e,
                Phase::Qp => qp += e,
                Phase::Measure => measure += e,
            }
            match p {
                Progress::Working { phase: next, .. } => phase = next,
                Progress::Stepped { .. } => phase = Phase::Qp,
                Progress::Stopped { stop } => break stop,
            }
        };
        let total = t0.elapsed().as_secs_f64();
        if std::env::var("REPS").is_ok() {
            return;
        }
        let t1 = Instant::now();
        let mut run = TrainingRun::new(Arc::clone(d), s).unwrap();
        while !matches!(run.advance(1 << 20), Progress::Stopped { .. }) {}
        let whole = t1.elapsed().as_secs_f64();
        let line = format!(
            "{label:40} {:5} its gap {:.4}% obj {:.4} | ms setup {:.2} oracle {:.2} qp {:.2} measure {:.2} total {:.2} whole {:.2} | pairs {:.0} | qp share {:.0}% | per it: oracle {:.2} meas {:.2} pairs",
            stop.iterations,
            stop.gap * 100.0,
            stop.best_primal,
            setup * 1e3,
            oracle * 1e3,
            qp * 1e3,
            measure * 1e3,
            total * 1e3,
            whole * 1e3,
            whole / floor,
            100.0 * qp / total,
            oracle / floor / (stop.iterations + 1) as f64,
            measure / floor / (stop.iterations + 1) as f64
        );
        if whole < bestline.0 {
            bestline = (whole, line);
        }
    }
    println!("{}", bestline.1);
}

fn main() {
    let path = std::env::args().skip(1).find(|a| a.ends_with(".txt"));
    let d = Arc::new(match &path {
        Some(p) => Dataset::from_letor(&std::fs::read_to_string(p).unwrap()).unwrap(),
        None => data::made(&data::SMALL, 1),
    });
    let used: Vec<usize> =
        d.queries().filter(|q| q.grades.iter().any(|&g| g != q.grades[0])).map(|q| q.index).collect();
    let d = Arc::new(d.select_queries(&used));
    println!("{} queries {} documents {} features", d.n_queries(), d.n_documents(), d.n_features());
    let floor = pair(&d);
    println!("pair {:.3} ms", floor * 1e3);
    if std::env::var("MICRO").is_ok() {
        use rankscope::ranking::ScoredDocuments;
        let w: Vec<f64> = (0..d.n_features()).map(|f| ((f * 37 % 11) as f64 - 5.0) * 0.1).collect();
        for reference in ["fixed", "aligned"] {
            let s = TrainingSettings { reference: reference.into(), ..Default::default() };
            let config = s.parse().unwrap();
            let groups = config.loss.slack_groups();
            let t = Instant::now();
            let losses: Vec<_> = d.queries().map(|q| groups[0][0].bind(q.grades).unwrap()).collect();
            println!("bind {:.0} ns per query", t.elapsed().as_secs_f64() * 1e9 / d.n_queries() as f64);
            let scores: Vec<Vec<f64>> = d.queries().map(|q| d.scores(q.documents, &w)).collect();
            let docs: Vec<_> = scores.iter().map(|s| ScoredDocuments::new(s.clone())).collect();
            let ys: Vec<_> = losses.iter().zip(&docs).map(|(l, d)| l.violator(d)).collect();
            let time = |name: &str, f: &mut dyn FnMut()| {
                let mut best = f64::INFINITY;
                for _ in 0..200 {
                    let t = Instant::now();
                    f();
                    best = best.min(t.elapsed().as_secs_f64());
                }
                println!("  {name:20} {:.0} ns per query", best * 1e9 / d.n_queries() as f64);
            };
            time("scores", &mut || {
                for q in d.queries() {
                    std::hint::black_box(d.scores(q.documents, &w));
                }
            });
            time("sort", &mut || {
                for s in &scores {
                    std::hint::black_box(ScoredDocuments::new(s.clone()));
                }
            });
            time("violator", &mut || {
                for (l, d) in losses.iter().zip(&docs) {
                    std::hint::black_box(l.violator(d));
                }
            });
            for (lo, hi) in [(0, 10), (10, 40), (40, 100), (100, 1000)] {
                let sel: Vec<_> =
                    losses.iter().zip(&docs).filter(|(_, d)| (lo..hi).contains(&d.scores().len())).collect();
                let mut best = f64::INFINITY;
                for _ in 0..200 {
                    let t = Instant::now();
                    for (l, d) in &sel {
                        std::hint::black_box(l.violator(d));
                    }
                    best = best.min(t.elapsed().as_secs_f64());
                }
                println!(
                    "   n {lo}..{hi}: {} queries, {:.0} ns each, total {:.0} us",
                    sel.len(),
                    best * 1e9 / sel.len().max(1) as f64,
                    best * 1e6
                );
            }
            time("delta_psi", &mut || {
                for (l, y) in losses.iter().zip(&ys) {
                    std::hint::black_box(l.delta_psi(y));
                }
            });
            time("delta", &mut || {
                for (l, y) in losses.iter().zip(&ys) {
                    std::hint::black_box(l.delta(y));
                }
            });
            time("expected", &mut || {
                for (l, y) in losses.iter().zip(&docs) {
                    std::hint::black_box(l.expected_delta(y.ranking()));
                }
            });
            time("alignment", &mut || {
                for (l, y) in losses.iter().zip(&docs) {
                    std::hint::black_box(l.alignment_gain(y));
                }
            });
            let c: Vec<f64> = losses.iter().zip(&ys).flat_map(|(l, y)| l.delta_psi(y)).collect();
            time("pull back", &mut || {
                for q in d.queries() {
                    let mut into = vec![0.0; d.n_features()];
                    d.pull_back(q.documents.clone(), &c[q.documents], &mut into);
                    std::hint::black_box(into);
                }
            });
            let mut sum = 0.0;
            for l in &losses {
                if let Some(n) = l.oracle().split(", ").nth(1) {
                    sum += n.split(' ').next().unwrap().parse::<f64>().unwrap_or(0.0);
                }
            }
            println!("  mean states {:.0}", sum / losses.len() as f64);
        }
        return;
    }
    if std::env::var("ONE").is_ok() {
        for r in ["fixed", "aligned"] {
            for c in [10.0, 1000.0] {
                let s = TrainingSettings {
                    c,
                    working_set: "1-slack".into(),
                    reference: r.into(),
                    ..Default::default()
                };
                run(&d, &s, "one", floor);
            }
        }
        return;
    }
    if std::env::var("DBG").is_ok() {
        let s = TrainingSettings { c: 1000.0, reference: "fixed".into(), ..Default::default() };
        run(&d, &s, "dbg", floor);
        let s = TrainingSettings { c: 1000.0, reference: "aligned".into(), ..Default::default() };
        run(&d, &s, "dbg", floor);
        let s = TrainingSettings { c: 10.0, ..Default::default() };
        run(&d, &s, "dbg", floor);
        let s = TrainingSettings { c: 10.0, reference: "fixed".into(), ..Default::default() };
        run(&d, &s, "dbg", floor);
        return;
    }
    for ws in ["n-slack", "1-slack"] {
        for reference in ["fixed", "aligned"] {
            for c in [1.0, 10.0, 100.0, 1000.0] {
                let s = TrainingSettings {
                    c,
                    working_set: ws.into(),
                    reference: reference.into(),
                    ..Default::default()
                };
                run(&d, &s, &format!("{ws} {reference} C={c}"), floor);
            }
        }
    }
    let s = TrainingSettings { method: "ranksvm".into(), c: 1.0, ..Default::default() };
    run(&d, &s, "RankSVM C=1", floor);
    let large = Arc::new(data::made(&data::LARGE, 1));
    let floor = pair(&large);
    println!("large pair {:.3} ms", floor * 1e3);
    let s = TrainingSettings { c: 1.0, max_iterations: 5, ..Default::default() };
    run(&large, &s, "large", floor);
}
