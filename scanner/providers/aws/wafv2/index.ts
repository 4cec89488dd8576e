import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { Wafv2 } from './resources.ts'
import webaclLoggingEnabled from './wafv2_webacl_logging_enabled.ts'
import webaclRuleLoggingEnabled from './wafv2_webacl_rule_logging_enabled.ts'
import webaclWithRules from './wafv2_webacl_with_rules.ts'

export default service<Wafv2, Aws>({
  name: 'wafv2',
  scope: 'regional',
  kinds: {
    webAcls: {
      list: ['wafv2:ListWebACLs'],
      fields: {
        log_destinations: ['wafv2:GetLoggingConfiguration'],
        rules: ['wafv2:GetWebACL'],
      },
    },
  },
  collect,
  checks: [webaclLoggingEnabled, webaclRuleLoggingEnabled, webaclWithRules],
})
