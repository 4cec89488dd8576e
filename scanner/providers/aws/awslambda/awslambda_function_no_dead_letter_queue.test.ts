import { verify } from '../../../kit/verify.ts'
import check from './awslambda_function_no_dead_letter_queue.ts'
import { lambda } from './worlds.ts'

verify(check, {
  pass: [lambda()],
  fail: [lambda({ dead_letter_target: null })],
})
