import { verify } from '../../../kit/verify.ts'
import check from './codebuild_project_user_controlled_buildspec.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [project()],
  fail: [project({ buildspec_file: 'buildspec.yml' })],
})
