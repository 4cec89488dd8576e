// Ways by which somebody with a few rights gives themselves all of them.
import type { Statement } from '../policy.ts'
import { permitsSomewhere } from './permissions.ts'

/**
 * Each line a set of actions that together are enough. The methods are public knowledge; first
 * collected in "AWS IAM Privilege Escalation – Methods and Mitigation", Rhino Security Labs, 2018.
 */
const ways: readonly (readonly string[])[] = [
  // Writing rights for oneself.
  ['iam:AddUserToGroup'],
  ['iam:AttachGroupPolicy'],
  ['iam:AttachRolePolicy'],
  ['iam:AttachUserPolicy'],
  ['iam:CreatePolicyVersion'],
  ['iam:PutGroupPolicy'],
  ['iam:PutRolePolicy'],
  ['iam:PutUserPolicy'],
  ['iam:SetDefaultPolicyVersion'],
  // Becoming somebody else.
  ['iam:CreateAccessKey'],
  ['iam:CreateLoginProfile'],
  ['iam:UpdateLoginProfile'],
  ['iam:UpdateAssumeRolePolicy', 'sts:AssumeRole'],
  // Running one's own code with the rights of a role that is handed over.
  ['iam:PassRole', 'cloudformation:CreateStack'],
  ['iam:PassRole', 'codebuild:CreateProject', 'codebuild:StartBuild'],
  ['iam:PassRole', 'datapipeline:CreatePipeline', 'datapipeline:PutPipelineDefinition'],
  ['iam:PassRole', 'ec2:RunInstances'],
  ['iam:PassRole', 'ecs:RegisterTaskDefinition', 'ecs:RunTask'],
  ['iam:PassRole', 'glue:CreateDevEndpoint'],
  ['iam:PassRole', 'glue:CreateJob', 'glue:StartJobRun'],
  ['iam:PassRole', 'lambda:CreateFunction', 'lambda:AddPermission'],
  ['iam:PassRole', 'lambda:CreateFunction', 'lambda:CreateEventSourceMapping'],
  ['iam:PassRole', 'lambda:CreateFunction', 'lambda:InvokeFunction'],
  [
    'iam:PassRole',
    'sagemaker:CreateNotebookInstance',
    'sagemaker:CreatePresignedNotebookInstanceUrl',
  ],
  // Entering something that already has a role.
  ['glue:UpdateDevEndpoint'],
  ['lambda:UpdateFunctionCode'],
  ['sagemaker:CreatePresignedNotebookInstanceUrl'],
]

/** The ways that a document opens by itself, each as `a + b`. Resources are not weighed: one is enough. */
export const escalations = (statements: readonly Statement[]): readonly string[] =>
  ways
    .filter((actions) => actions.every((action) => permitsSomewhere(statements, action)))
    .map((actions) => actions.join(' + '))

/** The first three of them, and how many more. */
export function listed(found: readonly string[]): string {
  const shown = found.slice(0, 3).join(', ')
  return found.length > 3 ? `${shown} and ${found.length - 3} more` : shown
}
