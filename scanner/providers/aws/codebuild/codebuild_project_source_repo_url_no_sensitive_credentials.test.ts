import { verify } from '../../../kit/verify.ts'
import check from './codebuild_project_source_repo_url_no_sensitive_credentials.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [project()],
  fail: [project({ credentials_in: ['primary'] }), project({ credentials_in: ['tools'] })],
})
