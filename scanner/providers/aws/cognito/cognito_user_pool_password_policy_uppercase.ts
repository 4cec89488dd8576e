import { characterRule } from './character-rule.ts'

export default characterRule({
  id: 'cognito_user_pool_password_policy_uppercase',
  rule: 'uppercase',
  character: 'an uppercase letter',
  option: 'Contains at least 1 uppercase letter',
  argument: 'require_uppercase',
  member: 'RequireUppercase',
})
