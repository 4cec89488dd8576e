import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Route {
  /** `GET /orders`, `$default`, `$connect`. */
  readonly key: string
  /** NONE, AWS_IAM, CUSTOM or JWT. */
  readonly authorization: string
}

export interface Api extends Resource {
  /** HTTP or WEBSOCKET. */
  readonly protocol: string
  readonly routes: Maybe<readonly Route[]>
}

export interface Stage extends Resource {
  /** The destination of access logs; null without any. */
  readonly access_logs: string | null
}

export interface ApiGatewayV2 {
  apis: Api
  stages: Stage
}

export const check = checkFor<ApiGatewayV2>()
