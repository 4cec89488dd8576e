import { characterRule } from './character-rule.ts'

export default characterRule({
  id: 'cognito_user_pool_password_policy_number',
  rule: 'numbers',
  character: 'a number',
  option: 'Contains at least 1 number',
  argument: 'require_numbers',
  member: 'RequireNumbers',
})
