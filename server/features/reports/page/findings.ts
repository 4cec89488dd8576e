/** Checks with what they found: those that fail first, the worst of them first. */
import type { CheckDescription } from '@plumbline/scanner'
import type { CheckCounts } from '../facts.ts'
import { figure, many } from '../words.ts'
import { html, type Markup } from './markup.ts'
import type { Sample, Samples } from './samples.ts'
import { scrolled } from './sections.ts'

const isLink = (text: string | undefined): text is string => text?.startsWith('https://') === true

function fix({
  fix: { text, console: steps, cli, terraform },
  source,
  risk,
}: CheckDescription): Markup {
  return html`<p>${risk}</p><h4>How to fix it</h4><p>${text}</p>
${steps && steps.length > 0 && html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`}
${cli && html`<pre>${cli}</pre>`}${terraform && html`<details><summary>Terraform</summary><pre>${terraform}</pre></details>`}
${isLink(source) && html`<p class="small">Source: <a href="${source}" rel="noreferrer">${source}</a></p>`}`
}

const row = ({ status, resource, uid, region, text, muted, since, delta }: Sample): Markup =>
  html`<tr><td><span class="status ${status.toLowerCase()}">${status}</span>${muted !== null && html`<br><span class="small muted">muted${muted && `: ${muted}`}</span>`}</td><td>${resource}<br><span class="mono muted">${uid}</span></td><td class="whole">${region}</td><td>${text}</td><td class="small whole">${since?.slice(0, 10)}${delta !== null && html`<br>${delta}`}</td></tr>
`

/** What the table leaves out, and where it is. */
function rest(
  { fail, manual, pass, muted }: CheckCounts,
  shown: number,
  tableName: string,
): string {
  const left = fail + manual + muted - shown
  const passes = pass > 0 ? `${many(pass, 'finding')} ${pass === 1 ? 'passes' : 'pass'}. ` : ''
  return left > 0
    ? `${passes}${many(left, 'more finding')} ${left === 1 ? 'is' : 'are'} in ${tableName}, which contains all findings.`
    : passes
}

export function checkSection(
  counts: CheckCounts,
  check: CheckDescription | undefined,
  { samples, tableName }: { readonly samples: Samples; readonly tableName: string },
): Markup {
  const { check_id, severity, service, fail, manual, pass, muted } = counts
  const rows = samples.of(check_id)
  const said = [
    fail > 0 && html`<span class="status fail">${figure(fail)} FAIL</span>`,
    manual > 0 && html`<span class="status manual">${figure(manual)} MANUAL</span>`,
    pass > 0 && html`<span class="status pass">${figure(pass)} PASS</span>`,
    muted > 0 && html`<span class="muted">${figure(muted)} muted</span>`,
  ]
  const shown =
    rows.length > 0 &&
    html`<div ${scrolled(`Findings of ${check_id}`)}><table><caption>Findings of ${check_id}</caption><thead><tr><th scope="col">Status</th><th scope="col">Resource</th><th scope="col">Region</th><th scope="col">Status detail</th><th scope="col">Since</th></tr></thead><tbody>
${rows.map(row)}</tbody></table></div>`
  return html`<section class="check"><h3>${check?.title ?? check_id}</h3>
<p class="meta"><span class="severity ${severity}">${severity}</span><span>${service}</span><code>${check_id}</code>${said}</p>
${fail > 0 && check && fix(check)}${shown}
<p class="muted small">${rest(counts, rows.length, tableName)}</p></section>
`
}

/** Checks of which everything passed: a line each. */
export const passedChecks = (
  rows: readonly CheckCounts[],
  checks: ReadonlyMap<string, CheckDescription>,
): Markup =>
  html`<details><summary>${many(rows.length, 'check')} without failures</summary><div ${scrolled('Checks without failures')}><table><caption>Checks without failures</caption><thead><tr><th scope="col">Check</th><th scope="col">Severity</th><th scope="col">Service</th><th scope="col" class="n">PASS</th></tr></thead><tbody>
${rows.map(
  ({
    check_id,
    severity,
    service,
    pass,
  }) => html`<tr><th scope="row">${checks.get(check_id)?.title ?? check_id}<br><code class="muted">${check_id}</code></th><td>${severity}</td><td>${service}</td><td class="n">${figure(pass)}</td></tr>
`,
)}</tbody></table></div></details>`
