import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_image_tag_fixed.ts'
import { only, withContainer, workload } from './worlds.ts'

const digest = `sha256:${'0a'.repeat(32)}`

verify(check, {
  pass: [
    workload(),
    only({ image: 'web:1' }),
    only({ image: 'registry.example.com:5000/team/web:v2' }),
    only({ image: `web@${digest}` }),
    only({ image: `registry.example.com/web:latest@${digest}` }),
    withContainer({ name: 'shell', role: 'ephemeral', image: 'busybox' }),
  ],
  fail: [
    only({ image: 'web' }),
    only({ image: 'web:latest' }),
    only({ image: 'registry.example.com:5000/web' }),
    only({ image: 'web@sha256:0a' }),
    only({ image: '' }),
    withContainer({ name: 'migrate', role: 'init', image: 'migrate:latest' }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
