import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** A webhook filter that starts builds. */
export interface WebhookFilter {
  /** `ACTOR_ACCOUNT_ID`, `HEAD_REF`, … */
  readonly type: string
  readonly pattern: string
}

/** A build project, without the values of its variables and the URLs of its sources. */
export interface Project extends Resource {
  /** Names of the variables with a value in plain text, other than an ARN. */
  readonly plain_variables: readonly string[]
  /** Sources whose URL contains a password or a token: `primary`, or their identifiers. */
  readonly credentials_in: readonly string[]
  /** Visibility of its builds; null if the response omits it. */
  readonly public: boolean | null
  /** To CloudWatch or to S3. */
  readonly logs: boolean
  /** Encryption of the logs in S3; null without such logs. */
  readonly s3_logs_encrypted: boolean | null
  /** The file of the source with the build commands; null if they are inline, or there is no source. */
  readonly buildspec_file: string | null
  /** Null without a webhook. */
  readonly filters: Maybe<readonly WebhookFilter[] | null>
}

export interface ReportGroup extends Resource {
  /** Null if nothing is exported. */
  readonly export_encrypted: boolean | null
}

export interface CodeBuild {
  projects: Project
  reportGroups: ReportGroup
}

export const check = checkFor<CodeBuild>()
