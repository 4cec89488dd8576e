import { verify } from '../../../kit/verify.ts'
import check from './codebuild_project_not_publicly_accessible.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [project()],
  fail: [project({ public: true })],
  unread: [project({ public: null })],
})
