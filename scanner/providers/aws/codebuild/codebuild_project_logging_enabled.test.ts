import { verify } from '../../../kit/verify.ts'
import check from './codebuild_project_logging_enabled.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [project()],
  fail: [project({ logs: false })],
})
