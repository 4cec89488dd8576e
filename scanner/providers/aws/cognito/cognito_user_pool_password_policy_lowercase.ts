import { characterRule } from './character-rule.ts'

export default characterRule({
  id: 'cognito_user_pool_password_policy_lowercase',
  rule: 'lowercase',
  character: 'a lowercase letter',
  option: 'Contains at least 1 lowercase letter',
  argument: 'require_lowercase',
  member: 'RequireLowercase',
})
