import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import service from './index.ts'

test('a command that makes a ruleset makes one rule, with all of its parameters', () => {
  const commands = service.checks.flatMap(({ fix }) =>
    fix.cli?.includes('/rulesets') ? fix.cli : [],
  )
  equal(commands.length, 10)
  for (const command of commands) {
    const [, body = ''] =
      /^echo '([^']*)' \| gh api --method POST \S+ --input -$/.exec(command) ?? []
    const { rules, enforcement } = JSON.parse(body) as {
      rules: { type: string }[]
      enforcement: string
    }
    equal(enforcement, 'active')
    deepEqual(
      rules.map(({ type }) => typeof type),
      ['string'],
      command,
    )
  }
})
