// Property tests draw the same examples in every run, so that a failure is a fact about the code and not about the day.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_115) });
