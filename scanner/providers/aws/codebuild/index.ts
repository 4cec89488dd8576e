import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import projectLoggingEnabled from './codebuild_project_logging_enabled.ts'
import projectNoSecretsInVariables from './codebuild_project_no_secrets_in_variables.ts'
import projectNotPubliclyAccessible from './codebuild_project_not_publicly_accessible.ts'
import projectS3LogsEncrypted from './codebuild_project_s3_logs_encrypted.ts'
import projectSourceRepoUrlNoSensitiveCredentials from './codebuild_project_source_repo_url_no_sensitive_credentials.ts'
import projectUserControlledBuildspec from './codebuild_project_user_controlled_buildspec.ts'
import projectWebhookFiltersUseAnchoredPatterns from './codebuild_project_webhook_filters_use_anchored_patterns.ts'
import reportGroupExportEncrypted from './codebuild_report_group_export_encrypted.ts'
import { collect } from './collect.ts'
import type { CodeBuild } from './resources.ts'

export default service<CodeBuild, Aws>({
  name: 'codebuild',
  scope: 'regional',
  kinds: {
    projects: {
      list: ['codebuild:ListProjects', 'codebuild:BatchGetProjects'],
      fields: { filters: [] },
    },
    reportGroups: {
      list: ['codebuild:ListReportGroups', 'codebuild:BatchGetReportGroups'],
      fields: {},
    },
  },
  collect,
  checks: [
    projectLoggingEnabled,
    projectNoSecretsInVariables,
    projectNotPubliclyAccessible,
    projectS3LogsEncrypted,
    projectSourceRepoUrlNoSensitiveCredentials,
    projectUserControlledBuildspec,
    projectWebhookFiltersUseAnchoredPatterns,
    reportGroupExportEncrypted,
  ],
})
