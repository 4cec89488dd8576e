import { match } from 'node:assert/strict'
import { test } from 'node:test'
import { circumstances, verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_logging_enabled.ts'
import { settings, stage } from './worlds.ts'

const someOnly = stage({ settings: [settings({ method: 'orders/GET' })] })

verify(check, {
  pass: [stage(), stage({ settings: [settings({ logging: 'INFO' })] })],
  fail: [
    stage({ settings: [] }),
    stage({ settings: [settings({ logging: 'OFF' })] }),
    someOnly,
    stage({ settings: [settings(), settings({ method: 'orders/GET', logging: 'OFF' })] }),
  ],
})

test('where single methods are logged, the sentence names them', () => {
  match(
    JSON.stringify(check.judge(someOnly, circumstances())),
    /for orders\/GET, but not for other/,
  )
})
