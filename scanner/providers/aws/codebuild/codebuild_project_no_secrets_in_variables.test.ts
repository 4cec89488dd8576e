import { given, verify } from '../../../kit/verify.ts'
import check from './codebuild_project_no_secrets_in_variables.ts'
import { project } from './worlds.ts'

verify(check, {
  pass: [
    project(),
    project({
      plain_variables: ['TOKEN_TTL', 'SECRET_NAME', 'MONKEY', 'KEY_ID', 'PASSWORD_RULES'],
    }),
    given(project({ plain_variables: ['PUBLIC_API_KEY'] }), {
      config: { excluded_sensitive_environment_variables: ['PUBLIC_API_KEY'] },
    }),
  ],
  fail: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'dbPassword', 'npm-token', 'API_KEY'].map(
    (name) => project({ plain_variables: ['STAGE', name] }),
  ),
})
