/**
 * How the access keys of well-known services begin and what follows. Matched where no letter, digit, `_` or `-` stands
 * before. The minimum lengths keep ordinary words out (`sk-learn`, `key-value`) and still catch shortened examples.
 */
const word = '[A-Za-z0-9_-]';
const alnum = '[A-Za-z0-9]';

/** A generic prefix counts only if a digit follows somewhere in the token. */
const withDigit = (length: number) => `(?=${word}{0,80}[0-9])${word}{${length},}`;

const shapes: readonly string[] = [
  `[sS][kK]-${withDigit(8)}`,
  `(?:[sS][kK]|[pP][kK]|rk)_(?:live|test|LIVE|TEST)_${alnum}{4,}`,
  `whsec_${alnum}{8,}`,
  `gh[pousr]_${alnum}{8,}`,
  `GHP_${alnum}{8,}`,
  `github_pat_${word}{8,}`,
  `gl(?:pat|rt|dt|soat|ptt|cbt|ft|imt|agent)-${word}{8,}`,
  `xox[abeoprs]-${word}{6,}`,
  `XOX[BP]-${word}{6,}`,
  `xapp-${word}{8,}`,
  `(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA)[A-Z0-9]{12,}`,
  `aws_secret_${word}{4,}`,
  `AIza${word}{20,}`,
  `ya29\\.${word}{10,}`,
  `GOCSPX-${word}{12,}`,
  `npm_${alnum}{16,}`,
  `pypi-${word}{16,}`,
  `rubygems_${alnum}{16,}`,
  `hf_${alnum}{12,}`,
  `do[opr]_v1_${alnum}{12,}`,
  `SG\\.${word}{8,}(?:\\.${word}{8,})?`,
  `key-${withDigit(16)}`,
  `shp(?:at|ss|ca|pa)_${alnum}{12,}`,
  `sq0(?:atp|csp)-${word}{12,}`,
  `dckr_pat_${word}{12,}`,
  `hv[sbr]\\.${word}{12,}`,
  `lin_api_${alnum}{12,}`,
  `ntn_${alnum}{16,}`,
  `figd_${word}{12,}`,
  `gsk_${alnum}{16,}`,
  `xai-${alnum}{16,}`,
  `nvapi-${word}{16,}`,
  `pplx-${alnum}{16,}`,
  `r8_${alnum}{16,}`,
  `tskey-${word}{12,}`,
  `ATATT3${word}{16,}`,
  `PMAK-${word}{16,}`,
  `AGE-SECRET-KEY-1${alnum}{16,}`,
  `[0-9]{8,10}:AA${word}{30,}`,
];

export const keyPattern: RegExp = new RegExp(`(?<![A-Za-z0-9_-])(?:${shapes.join('|')})`, 'g');
