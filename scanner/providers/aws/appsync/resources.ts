import { checkFor, type Resource } from '../../../kit/index.ts'

export interface GraphqlApi extends Resource {
  /** The log level of fields: `NONE`, `ERROR`, `INFO`, `DEBUG`, `ALL`. */
  readonly log_level: string
  /**
   * All authentication types: `API_KEY`, `AWS_IAM`, `AMAZON_COGNITO_USER_POOLS`, …; null if the response omits them.
   */
  readonly authentication: readonly string[] | null
}

export interface AppSync {
  apis: GraphqlApi
}

export const check = checkFor<AppSync>()
