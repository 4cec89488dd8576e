/** A scan as one page to read: a file that asks nobody for anything, on a screen or on paper. */
import { createHash } from 'node:crypto'
import type { CheckDescription } from '@plumbline/scanner'
import type { Facts } from '../facts.ts'
import { accountTitle, figure, moment } from '../words.ts'
import { checkSection, passedChecks } from './findings.ts'
import { html, Markup } from './markup.ts'
import { sampleLimits, type Samples } from './samples.ts'
import * as sections from './sections.ts'
import { style } from './style.ts'

/** Nothing is fetched and nothing runs, whatever the texts of an account say. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`

interface Shown {
  readonly checks: ReadonlyMap<string, CheckDescription>
  readonly samples: Samples
  /** The file beside it that has every finding. */
  readonly tableName: string
}

const parts = [
  ['summary', 'Summary'],
  ['severity', 'Failed findings by severity'],
  ['services', 'Services'],
  ['trend', 'Trend'],
  ['coverage', 'Not read'],
  ['compliance', 'Compliance'],
  ['findings', 'Findings'],
] as const

export function* page(facts: Facts, { checks, samples, tableName }: Shown): Generator<Buffer> {
  const title = `Security report of ${accountTitle(facts.scan)}, ${moment(facts.scan.at)}`
  const open = facts.checks.filter(({ fail, manual, muted }) => fail + manual + muted > 0)
  const passed = facts.checks.filter((one) => !open.includes(one))
  yield bytes(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${new Markup(style)}</style></head>
<body><a class="skip" href="#main">To the content</a><div class="sheet">
${sections.cover(facts)}${sections.contents(parts)}<main id="main">
${sections.summary(facts)}${sections.bySeverity(facts)}${sections.byService(facts)}${sections.overTime(facts)}
${sections.coverage(facts)}${sections.compliance(facts)}
<h2 id="findings">Findings</h2>
<p>By check, those that fail first, the worst of them first. Of each check up to ${sampleLimits.each} findings are shown, of all together up to ${figure(sampleLimits.overall)}; ${tableName}, in the same archive, has every one.</p>
`)
  for (const one of open)
    yield bytes(checkSection(one, checks.get(one.check_id), { samples, tableName }))
  yield bytes(html`${passed.length > 0 && passedChecks(passed, checks)}</main>
<footer class="muted small">Written by Plumbline ${facts.version} from the scan ${facts.scan.id}. It holds what the scan saw and what people had decided when this file was written.</footer>
</div></body></html>
`)
}

const bytes = (markup: Markup): Buffer => Buffer.from(markup.text)
