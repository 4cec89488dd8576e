/** A JSON policy document, as data. */
export interface PolicyDocument {
  Version?: string
  Id?: string
  Statement: PolicyStatement[]
}

export type Principal = '*' | { [kind: string]: string | string[] }

export interface PolicyStatement {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Principal?: Principal
  Action?: string | string[]
  NotAction?: string | string[]
  Resource?: string | string[]
  NotResource?: string | string[]
  Condition?: Record<string, Record<string, string | string[]>>
}
