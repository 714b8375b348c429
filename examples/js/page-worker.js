// The worker of page.html: reads LETOR text, trains, and posts the reports and the weights, or a fault.
import init, { LetorReader, Training } from '../../dist-npm/rankscope/rankscope.js';

self.onmessage = async ({ data: text }) => {
  try {
    await init();
    const reader = new LetorReader();
    reader.push(new TextEncoder().encode(text));
    const data = reader.finish();
    const training = new Training(data, { c: 100 });
    const reports = [];
    let progress;
    do {
      progress = training.advance(1000);
      if (progress.state === 'stepped') reports.push(progress.report);
    } while (progress.state !== 'stopped');
    self.postMessage({ reports, weights: [...training.model().weights()] });
    training.free();
    data.free();
  } catch (error) {
    self.postMessage({ fault: error.message });
  }
};
