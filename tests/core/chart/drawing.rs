//! Charts drawn to SVG text.

use plotters::prelude::{IntoDrawingArea, SVGBackend};
use rankscope::Error;
use rankscope::chart::{
    ChartExit, ChartFrame, ChartNote, ChartSeries, ChartSpec, Figure, FigurePanel, draw, figure_svg,
};

fn series(values: Vec<Option<f64>>) -> ChartSeries {
    ChartSeries { color: "#0072b2".to_owned(), dash: vec![], width: 1.5, values }
}

fn chart(series: Vec<ChartSeries>) -> ChartSpec {
    ChartSpec {
        width: 340.0,
        height: 180.0,
        pixel_ratio: 1.0,
        foreground: "#4b5563".to_owned(),
        grid: "#e5e7eb".to_owned(),
        font_size: 12.0,
        x_maximum: 20.0,
        series,
        band: None,
        cursor: None,
        marks: vec![],
        ring: None,
        y_minimum: None,
        y_maximum: None,
        y_floor: None,
        logarithmic: false,
        exits: vec![],
        notes: vec![],
    }
}

fn svg_of_size(chart: &ChartSpec, size: (u32, u32)) -> Result<(String, ChartFrame), Error> {
    let mut svg = String::new();
    let frame = draw(&SVGBackend::with_string(&mut svg, size).into_drawing_area(), chart)?;
    Ok((svg, frame))
}

fn svg(chart: &ChartSpec) -> (String, ChartFrame) {
    let pixels = |length: f64| (length * chart.pixel_ratio).round() as u32;
    svg_of_size(chart, (pixels(chart.width), pixels(chart.height))).expect("a chart")
}

/// The `points` of every element of a kind.
fn points(svg: &str, element: &str) -> Vec<Vec<(f64, f64)>> {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let elements = svg.split('<').filter(|text| text.starts_with(element));
    let attribute = |text: &str| text.split_once("points=\"")?.1.split('"').next().map(str::to_owned);
    let pair = |text: &str| text.split_once(',').map(|(x, y)| (number(x), number(y)));
    elements
        .filter_map(attribute)
        .map(|points| points.split_whitespace().filter_map(pair).collect())
        .collect()
}

#[test]
fn a_series_is_one_line_through_its_values() {
    let zigzag = (0..=20).map(|t| Some(if t % 2 == 0 { f64::from(t) } else { 0.0 })).collect();
    let chart = chart(vec![series(zigzag)]);
    let (svg, frame) = svg(&chart);
    let lines = points(&svg, "polyline");
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].len(), 21);
    assert_eq!(lines[0][0], (frame.left, frame.bottom));
    assert_eq!(lines[0][20], (frame.right, frame.top));
    assert_eq!((frame.y_minimum, frame.y_maximum), (0.0, 20.0));
}

#[test]
fn the_frame_maps_the_cursor_to_pixels() {
    for pixel_ratio in [1.0, 1.25, 2.0] {
        let mut chart = chart(vec![series((0..=20).map(|t| Some(f64::from(t))).collect())]);
        chart.pixel_ratio = pixel_ratio;
        chart.cursor = Some(5.0);
        let (svg, frame) = svg(&chart);
        let circle = svg.split('<').find(|text| text.starts_with("circle")).expect("a dot at the cursor");
        let attribute = |name: &str| {
            let text = circle.split_once(&format!(" {name}=\"")).expect(name).1.split('"').next();
            text.and_then(|text| text.parse::<f64>().ok()).expect(name)
        };
        let x = frame.left + (frame.right - frame.left) * 5.0 / chart.x_maximum;
        let y = frame.bottom - (frame.bottom - frame.top) * 5.0 / (frame.y_maximum - frame.y_minimum);
        assert!((attribute("cx") - x * pixel_ratio).abs() <= 0.5);
        assert!((attribute("cy") - y * pixel_ratio).abs() <= 0.5);
        assert!(
            frame.right < chart.width && frame.bottom < chart.height && frame.left > 0.0 && frame.top > 0.0
        );
    }
}

#[test]
fn gaps_stay_empty() {
    let mut values: Vec<Option<f64>> = (0..=20).map(|t| Some(f64::from(t % 2))).collect();
    (values[0], values[5], values[12]) = (Some(f64::INFINITY), None, Some(f64::NAN));
    let (svg, _) = svg(&chart(vec![series(values)]));
    let lengths: Vec<usize> = points(&svg, "polyline").iter().map(Vec::len).collect();
    assert_eq!(lengths, [4, 6, 8]);
}

#[test]
fn a_line_is_clipped_to_given_bounds() {
    let mut chart = chart(vec![series(vec![Some(-1.0), Some(3.0), Some(-1e308), Some(1e308)])]);
    (chart.y_minimum, chart.y_maximum) = (Some(0.0), Some(1.0));
    let (svg, frame) = svg(&chart);
    assert_eq!((frame.y_minimum, frame.y_maximum), (0.0, 1.0));
    let lines = points(&svg, "polyline");
    assert!(!lines.is_empty());
    for (x, y) in lines.concat() {
        assert!(x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom);
    }
}

#[test]
fn the_band_lies_between_its_series() {
    let upper = series(vec![Some(4.0), Some(3.0), None, Some(3.0), Some(2.5)]);
    let lower = series(vec![Some(0.0), Some(1.0), Some(1.0), Some(2.0), Some(2.5)]);
    let mut chart = chart(vec![upper, lower]);
    chart.band = Some((0, 1));
    let bands = points(&svg(&chart).0, "polygon");
    assert_eq!(bands.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3]);
}

#[test]
fn everything_scales_with_the_pixel_ratio() {
    let mut chart = chart(vec![series(vec![Some(1.0), Some(2.0)])]);
    let (once, frame_once) = svg(&chart);
    chart.pixel_ratio = 2.0;
    let (twice, frame_twice) = svg(&chart);
    assert!(once.contains("stroke-width=\"2\"") && twice.contains("stroke-width=\"3\""));
    for (a, b) in [
        (frame_once.left, frame_twice.left),
        (frame_once.right, frame_twice.right),
        (frame_once.top, frame_twice.top),
        (frame_once.bottom, frame_twice.bottom),
    ] {
        assert!((a - b).abs() <= 0.5, "{a} {b}");
    }
}

/// The x and the text of every text element, with its weight.
fn texts(svg: &str) -> Vec<(f64, bool, String)> {
    let elements = svg.split("<text ").skip(1);
    let read = |text: &str| {
        let (head, rest) = text.split_once('>')?;
        let x = head.split_once("x=\"")?.1.split('"').next()?.parse().ok()?;
        Some((x, head.contains("bold") || head.contains("600"), rest.split('<').next()?.trim().to_owned()))
    };
    elements.filter_map(read).collect()
}

#[test]
fn the_iteration_shown_is_a_bold_tick() {
    let mut chart = chart(vec![series((0..=20).map(|t| Some(f64::from(t))).collect())]);
    for (cursor, expected) in [(20.0, vec!["20"]), (13.0, vec!["13"]), (0.0, vec!["0"])] {
        chart.cursor = Some(cursor);
        let (svg, frame) = svg(&chart);
        let bold: Vec<_> = texts(&svg).into_iter().filter(|(_, bold, _)| *bold).collect();
        assert_eq!(bold.iter().map(|(.., text)| text.as_str()).collect::<Vec<_>>(), expected);
        let x = frame.left + (frame.right - frame.left) * cursor / 20.0;
        assert!((bold[0].0 - x).abs() <= 1.0, "the label stands below the cursor");
    }
}

#[test]
fn events_are_short_ticks_on_the_axis() {
    let mut chart = chart(vec![series(vec![Some(1.0); 21])]);
    let rectangles = |svg: &str| svg.matches("<rect").count();
    let none = rectangles(&svg(&chart).0);
    chart.marks = vec![4.0, 9.0];
    let (svg, frame) = svg(&chart);
    assert_eq!(rectangles(&svg), none + 2);
    let heights = svg.split("<rect ").skip(1).filter_map(|text| {
        let height = text.split_once("height=\"")?.1.split('"').next()?.parse::<f64>().ok()?;
        Some(height)
    });
    assert!(heights.into_iter().all(|height| height <= 7.0), "no line crosses the plot: {}", frame.bottom);
}

#[test]
fn the_iteration_of_the_model_has_a_ring_on_each_series() {
    let mut chart =
        chart(vec![series(vec![Some(1.0); 21]), series((0..21).map(|i| (i != 4).then_some(2.0)).collect())]);
    let rings = |chart: &ChartSpec| svg(chart).0.matches("<circle").count();
    assert_eq!(rings(&chart), 0);
    for (iteration, expected) in [(9.0, 2), (4.0, 1), (30.0, 0), (f64::NAN, 0)] {
        chart.ring = Some(iteration);
        assert_eq!(rings(&chart), expected, "{iteration}");
    }
}

#[test]
fn an_exit_is_a_triangle_whose_label_lies_on_no_line() {
    let mut dual: Vec<Option<f64>> = (0..=20).map(|t| Some(10.0 - 3.0 / (1.0 + f64::from(t)))).collect();
    dual[11] = Some(-637.0);
    let mut chart = chart(vec![series(dual)]);
    chart.y_floor = Some(5.0);
    let exit = |value: f64| ChartExit { iteration: 11.0, value, series: 0, text: "to −637".to_owned() };
    chart.exits = vec![exit(-637.0)];
    let (drawn, frame) = svg(&chart);
    assert_eq!((frame.y_minimum, points(&drawn, "polygon").len()), (5.0, 1));
    let [place] = &frame.places[..] else { panic!("one label: {:?}", frame.places) };
    let x = frame.left + (frame.right - frame.left) * 11.0 / 20.0;
    assert!((place.left - x).abs() < 90.0 && place.top > (frame.top + frame.bottom) / 2.0, "{place:?}");
    for (x, y) in points(&drawn, "polyline").concat() {
        let inside =
            (place.left..place.left + 40.0).contains(&x) && (place.top..place.top + 14.0).contains(&y);
        assert!(!inside, "the line passes {x} {y} inside {place:?}");
    }
    chart.exits = vec![exit(5.5)];
    let (drawn, frame) = svg(&chart);
    assert_eq!(
        (points(&drawn, "polygon").len(), frame.places.len()),
        (0, 0),
        "a point in the plot is no exit"
    );
    chart.exits = vec![ChartExit { series: 1, ..exit(0.0) }];
    assert!(draw_fault(&chart).starts_with("exits: "));
    chart.exits = vec![exit(0.0); 65];
    assert!(draw_fault(&chart).starts_with("exits: "));
}

fn draw_fault(chart: &ChartSpec) -> String {
    svg_of_size(chart, (340, 180)).expect_err("a fault").to_string()
}

#[test]
fn notes_get_a_free_place_near_the_wished_one() {
    let mut chart = chart(vec![series((0..=20).map(|t| Some(f64::from(20 - t))).collect())]);
    let texts = [
        "a note that is wider than the plot ".repeat(4),
        "tick: y* realigned,\ndual starts again".to_owned(),
    ];
    let note = ChartNote { texts: texts.to_vec(), wished: (1.0, 0.0) };
    chart.notes = vec![note.clone()];
    let (_, frame) = svg(&chart);
    assert_eq!(frame.places.len(), 1);
    assert!(frame.places[0].left > (frame.left + frame.right) / 2.0, "{:?}", frame.places);
    assert_eq!(frame.places[0].text, texts[1], "the first wording that fits");
    chart.notes = vec![ChartNote { texts: vec![texts[0].clone()], ..note }];
    assert!(svg(&chart).1.places.is_empty(), "a note without room is left out");
}

#[test]
fn a_logarithmic_axis_has_no_values_below_zero() {
    let mut chart = chart(vec![series(vec![Some(100.0), Some(-5.0), Some(10.0), Some(1.0)])]);
    chart.logarithmic = true;
    let (drawn, frame) = svg(&chart);
    assert_eq!((frame.y_minimum, frame.y_maximum, frame.logarithmic), (1.0, 100.0, true));
    let lines = points(&drawn, "polyline");
    let middle = (frame.top + frame.bottom) / 2.0;
    assert!((lines[0][0].1 - middle).abs() <= 1.0, "10 is half way from 1 to 100");
    chart.series = vec![series(vec![Some(-1.0), Some(0.0)])];
    assert!(!svg(&chart).1.logarithmic, "without positive values the axis is linear");
}

#[test]
fn a_frame_says_which_labels_the_cursor_would_leave_out() {
    let mut chart = chart(vec![series((0..=20).map(|t| Some(f64::from(t))).collect())]);
    let (_, whole) = svg(&chart);
    for cursor in 0..=20 {
        chart.cursor = Some(f64::from(cursor));
        let x = whole.left + (whole.right - whole.left) * f64::from(cursor) / 20.0;
        let left: Vec<f64> =
            whole.ticks.iter().copied().filter(|tick| (tick - x).abs() >= whole.apart).collect();
        assert_eq!(svg(&chart).1.ticks, left, "cursor {cursor}");
    }
}

#[test]
fn extreme_inputs_give_finite_charts_in_finite_time() {
    let nan = Some(f64::NAN);
    let all = |value: f64, n: usize| vec![Some(value); n];
    let noise =
        |n: usize| (0..n).map(|t| Some(f64::from((t as u32).wrapping_mul(2_654_435_761) >> 8))).collect();
    let every_second = |n: usize| (0..n).map(|t| (t % 2 == 0).then_some((t % 97) as f64)).collect();
    let cases: Vec<(f64, Vec<Option<f64>>)> = vec![
        (1.0, vec![]),
        (1.0, vec![None, nan, Some(f64::INFINITY), Some(f64::NEG_INFINITY)]),
        (1.0, all(0.7, 1)),
        (1.5, vec![Some(0.1), Some(0.2), Some(0.3), Some(0.4)]),
        (20.0, all(0.0, 20)),
        (20.0, all(-3.25e17, 20)),
        (20.0, vec![Some(f64::INFINITY), Some(2.0), Some(1.0)]),
        (20.0, vec![Some(f64::MAX), Some(f64::MIN), Some(5e-324)]),
        (20.0, vec![Some(1.0), Some(1.0 + f64::EPSILON)]),
        (99_999.0, noise(100_000)),
        (99_999.0, every_second(100_000)),
        (5.0, noise(100_000)),
        (1e15, noise(100)),
    ];
    for (x_maximum, values) in cases {
        for dash in [vec![], vec![5.0, 3.0], vec![0.0, 0.0], vec![1e-9], vec![0.0, 3.0]] {
            let described = format!("{x_maximum} {:?} {dash:?}", &values[..values.len().min(4)]);
            let mut chart = chart(vec![ChartSeries { dash, ..series(values.clone()) }, series(all(1.0, 3))]);
            chart.x_maximum = x_maximum;
            chart.band = Some((0, 1));
            chart.cursor = Some(1.0);
            chart.marks = vec![0.0, f64::NAN, -1.0, 2.0, f64::INFINITY, 1e300];
            let (svg, frame) = svg(&chart);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{described}");
            assert!(svg.len() < 4_000_000, "{described}: {}", svg.len());
            assert!(frame.y_minimum < frame.y_maximum, "{described}");
            for (x, y) in points(&svg, "poly").concat() {
                assert!((0.0..=340.0).contains(&x) && (0.0..=180.0).contains(&y), "{described}: {x} {y}");
            }
        }
    }
}

fn figure(charts: Vec<ChartSpec>) -> Figure {
    let panel = |chart: ChartSpec| {
        let labels = vec!["a series".to_owned(); chart.series.len()];
        FigurePanel { title: "a chart".to_owned(), about: String::new(), labels, chart }
    };
    let panels = charts.into_iter().map(panel).collect();
    let caption = String::new();
    Figure { background: "#ffffff".to_owned(), foreground: "#000000".to_owned(), caption, panels }
}

#[test]
fn dashes_finer_than_pixels_are_solid() {
    let values: Vec<Option<f64>> = vec![Some(1.0), Some(1.0)];
    let strokes = |dash: Vec<f64>, pixel_ratio: f64| {
        let chart = ChartSpec { pixel_ratio, ..chart(vec![ChartSeries { dash, ..series(values.clone()) }]) };
        points(&figure_svg(&figure(vec![chart])).expect("a picture"), "polyline").len()
    };
    let solid = strokes(vec![], 1.0);
    assert_eq!(solid, 2, "the line, and the leader to its label");
    for finer in [vec![0.0], vec![0.0, 0.0], vec![1e-12], vec![0.3, 0.3], vec![-0.0]] {
        assert_eq!(strokes(finer.clone(), 1.0), solid, "{finer:?}");
    }
    assert!(strokes(vec![5.0, 3.0], 1.0) > solid);
    assert_eq!(strokes(vec![1.0, 1.0], 0.4), solid, "pixels are those of the device");
}

#[test]
fn figures_are_checked_before_drawing() {
    let sound = || chart(vec![series(vec![Some(1.0), Some(2.0)])]);
    let refused = |dash: Vec<f64>| {
        let hostile = chart(vec![ChartSeries { dash, ..series(vec![Some(1.0), Some(2.0)]) }]);
        for charts in [vec![hostile.clone()], vec![sound(), hostile]] {
            let figure = figure(charts);
            let fault = figure_svg(&figure).expect_err("a fault").to_string();
            assert!(fault.starts_with("series.dash: "), "{fault}");
            assert_eq!(figure.size().map_err(|fault| fault.to_string()), Err(fault));
        }
    };
    for hostile in
        [vec![-1.0], vec![3.0, -1.0], vec![f64::NAN], vec![f64::INFINITY], vec![1e300], vec![0.1; 33]]
    {
        refused(hostile);
    }
}

#[test]
fn cursors_outside_the_axis_are_not_drawn() {
    for cursor in [f64::NAN, f64::INFINITY, -1.0, 21.0, 1e300] {
        let mut chart = chart(vec![series(vec![Some(1.0); 30])]);
        chart.cursor = Some(cursor);
        assert!(!svg(&chart).0.contains("<circle"), "{cursor}");
    }
}

#[test]
fn invalid_charts_are_rejected() {
    let refused = |change: &dyn Fn(&mut ChartSpec), size: (u32, u32)| {
        let mut chart = chart(vec![series(vec![Some(1.0), Some(2.0)])]);
        change(&mut chart);
        svg_of_size(&chart, size).expect_err("a fault").to_string()
    };
    let size = (340, 180);
    for hostile in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e300] {
        assert!(refused(&|chart| chart.pixel_ratio = hostile, size).starts_with("pixel_ratio: "));
        assert!(refused(&|chart| chart.width = hostile, size).starts_with("width: "));
        assert!(refused(&|chart| chart.height = hostile, size).starts_with("height: "));
        assert!(refused(&|chart| chart.font_size = hostile, size).starts_with("font_size: "));
        assert!(refused(&|chart| chart.x_maximum = hostile, size).starts_with("x_maximum: "));
    }
    refused(&|chart| (chart.width, chart.height) = (3.0, 3.0), (3, 3));
    refused(&|chart| (chart.width, chart.height) = (340.0, 20.0), (340, 20));
    refused(&|_| (), (0, 0));
    refused(&|_| (), (680, 360));
    assert!(refused(&|chart| chart.band = Some((0, 1)), size).starts_with("band: "));
    assert!(refused(&|chart| chart.series[0].width = f64::NAN, size).starts_with("series.width: "));
    assert!(refused(&|chart| chart.series[0].dash = vec![-1.0], size).starts_with("series.dash: "));
    assert!(refused(&|chart| chart.y_minimum = Some(f64::NAN), size).starts_with("y_minimum: "));
    assert!(
        refused(&|chart| (chart.y_minimum, chart.y_maximum) = (Some(1.0), Some(1.0)), size)
            .starts_with("y_minimum: ")
    );
    for text in ["", "red", "#fff", "#12345g", "#+12345", "#é1234", "1234567"] {
        assert!(refused(&|chart| chart.grid = text.to_owned(), size).starts_with("grid: "), "{text}");
        assert!(
            refused(&|chart| chart.series[0].color = text.to_owned(), size).starts_with("series.color: ")
        );
    }
}
