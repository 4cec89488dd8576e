/** The overview answers: better or worse than last week, why, and what to do first. */
import { equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Player } from '@plumbline/server/testing/player'
import { type AppWorld, appWorld, audit, silent } from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** Moves all that was recorded by now to a number of days ago. */
const age = (providerId: string, days: number): Promise<unknown> =>
  w.test.administer(`
    update scans set completed_at = completed_at - interval '${days} days',
                     inserted_at = inserted_at - interval '${days} days'
     where provider_id = '${providerId}';
    update findings set changed_at = now() - interval '${days} days',
                        first_seen_at = now() - interval '${days} days'
     where provider_id = '${providerId}'`)

test('the overview says whether it is worse than a week ago, and each number is that of its list', async () => {
  const { user, player } = await account(w)
  await player.full(units('PASS'), at(1))
  await age(player.providerId, 9)
  const late = await Player.join(w.test, user.tenantId)
  await late.full(units('FAIL'), at(2))
  await player.full(units('FAIL'), at(3))
  const opened = await w.open('/', user)
  const { page } = opened
  const answer = page.getByRole('group', { name: 'Better or worse' })
  await answer.getByRole('link', { name: '1 began to fail' }).waitFor()
  match(
    await answer.innerText(),
    /^Worse: 1 more failure than on \w+ \d+ \(1 more \w+\): 1 began to fail, 0 no longer do; most in \w+\.\s+Not compared, because no scan is known from then: [\w-]+\.$/,
  )
  equal(await page.getByLabel('Compare').inputValue(), '7')
  const first = page.getByRole('region', { name: 'Do first' })
  await first.getByRole('link').first().waitFor()
  ok((await first.getByRole('listitem').count()) <= 5)
  const links = page.locator(
    '.answer a[href^="/findings"], section.overview-list li a[href^="/findings"]',
  )
  const shown = await links.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('href') ?? '', one.textContent ?? ''] as const),
  )
  const counted = shown.filter(([, text]) => /^\d+ /.test(text))
  equal(counted.length, 5, 'one in the sentence, four in the list')
  for (const [href, text] of counted)
    equal(
      (await user.get(`/findings/latest?${href.split('?')[1]}`)).count,
      Number.parseInt(text, 10),
      text,
    )
  await audit(opened)
  await answer.getByRole('link', { name: '1 began to fail' }).click()
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await page
    .getByText(/^1 finding:? /)
    .first()
    .waitFor()
  silent(opened)
})

test('a choice compares with another day or the last scan, and says when there is nothing to compare', async () => {
  const { user, player } = await account(w)
  await player.full(units('FAIL'), at(1))
  await age(player.providerId, 2)
  await player.full(units('PASS'), at(2))
  const opened = await w.open('/', user)
  const { page } = opened
  const compare = page.getByLabel('Compare')
  const answer = page.locator('.answer')
  await answer.getByText('Better').waitFor()
  equal(await compare.inputValue(), 'scan', 'no scan is as old as a week')
  match(await answer.innerText(), /than at the previous scan/)
  await compare.selectOption('1')
  await page
    .getByText(/than on \w+ \d+ /)
    .first()
    .waitFor()
  match(page.url(), /since=1/)
  await page.getByRole('heading', { name: /^Since \w+ \d+$/ }).waitFor()
  await compare.selectOption('30')
  await page
    .getByText(/^Nothing to compare: no scan is known from the end of the day on .*\.$/)
    .waitFor()
  await page.getByText('nothing to compare', { exact: true }).first().waitFor()
  await page.goBack()
  await answer.getByText('Better').waitFor()
  equal(await compare.inputValue(), '1')
  silent(opened)
})
