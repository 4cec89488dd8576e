import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './codebuild_project_webhook_filters_use_anchored_patterns.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [
    project(),
    project({ filters: [{ type: 'HEAD_REF', pattern: '^refs/heads/release-.*$' }] }),
  ],
  fail: [
    project({ filters: [{ type: 'ACTOR_ACCOUNT_ID', pattern: '^16024985.*$' }] }),
    project({ filters: [{ type: 'REPOSITORY_NAME', pattern: 'shop' }] }),
    project({ filters: [{ type: 'ORGANIZATION_NAME', pattern: '^larkspur.*$' }] }),
    project({ filters: [{ type: 'ACTOR_ACCOUNT_ID', pattern: '16024985' }] }),
    project({ filters: [{ type: 'HEAD_REF', pattern: '^refs/heads/main$|refs/heads/next' }] }),
  ],
  none: [
    project({ filters: null }),
    project({ filters: [] }),
    project({ filters: [{ type: 'FILE_PATH', pattern: 'src' }] }),
  ],
  unread: [project({ filters: unread('broken_answer') })],
})
