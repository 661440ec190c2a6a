export { addExamples, type ErrorContent, errorContent, errorHeaders, type ProblemExamples } from './describe-errors.ts';
export { describeResource, type OperationDocs } from './docs.ts';
export { documentedAs, extending, type JsonSchema, nameSchemas, replyShownAs } from './json-schema.ts';
export { collectOpenApi, type OpenApiPart } from './publish.ts';
