import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_requires_conversation_resolution.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      conversation_resolution: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ conversation_resolution: { by: [] } })],
  none: [repository({ conversation_resolution: null })],
  unread: [repository({ conversation_resolution: unread('not_found') })],
})
