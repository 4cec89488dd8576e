import { verify } from '../../../kit/verify.ts'
import check from './codebuild_project_s3_logs_encrypted.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [project()],
  fail: [project({ s3_logs_encrypted: false })],
  none: [project({ s3_logs_encrypted: null })],
})
