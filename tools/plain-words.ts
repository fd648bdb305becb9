// Counts unclear words in comments, documents and declared names. The counts must never increase.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, type Node } from 'oxc-parser';
import { listFiles, readTree, report, treeRoot, type SourceFile } from './source.ts';

/**
 * Unclear words. For each of them there is a technical term, such as publish, subscribe, store, authenticate or again.
 */
const riddles =
  /\b(stands?|standing|tells?|told|hears?|heard|said|kept|whoever|whomever|anew|thereof|knocks?|knocking|vouch(?:es|ed)?|sealed|seals?)\b/giu;
/** Maximum number of doc blocks. New modules add some; the other counts may only decrease. */
const mostDocBlocks = 7_500;

/** Participles that are unclear as a name, because they name neither a thing nor an act. */
const participles = new Set(['found', 'known', 'said', 'told', 'asked', 'given', 'taken', 'kept', 'chosen']);

export interface WordCounts {
  words: number;
  names: number;
  docBlocks: number;
}

const wordsIn = (text: string) => text.match(riddles)?.length ?? 0;

/** Lists every name that a file declares: variables, functions, parameters and members of types. */
export function declaredNames({ parsed }: Pick<SourceFile, 'parsed'>): { name: string; start: number }[] {
  const names: { name: string; start: number }[] = [];
  const add = (node: Node | null | undefined): void => {
    if (!node) return;
    if (node.type === 'Identifier') names.push({ name: node.name, start: node.start });
    else if (node.type === 'AssignmentPattern') add(node.left);
    else if (node.type === 'RestElement') add(node.argument);
    else if (node.type === 'TSParameterProperty') add(node.parameter);
    else if (node.type === 'ArrayPattern') for (const element of node.elements) add(element);
    else if (node.type === 'ObjectPattern')
      for (const property of node.properties) add(property.type === 'Property' ? property.value : property);
  };
  const addFunction = ({ id, params }: { id?: Node | null; params: Node[] }) => {
    add(id);
    for (const parameter of params) add(parameter);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    PropertyDefinition: ({ key }) => add(key),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key }) => add(key),
    CatchClause: ({ param }) => add(param),
  }).visit(parsed.program);
  return names;
}

/** Counts the unclear words of a folder. Calls `write` with one line for each of them. */
export function countWords(root: string, write: (line: string) => void = () => {}): WordCounts {
  const counts = { words: 0, names: 0, docBlocks: 0 };
  for (const file of readTree(root)) {
    for (const { type, value, start } of file.parsed.comments) {
      counts.words += wordsIn(value);
      if (type === 'Block' && value.startsWith('*')) counts.docBlocks += 1;
      if (wordsIn(value) > 0) write(`${file.path}:${start}: ${value.trim().replaceAll(/\s+/g, ' ')}`);
    }
    for (const { name, start } of declaredNames(file))
      if (participles.has(name)) {
        counts.names += 1;
        write(`${file.path}:${start}: name ${name}`);
      }
  }
  for (const path of listFiles(root).filter((name) => name.endsWith('.md')))
    counts.words += wordsIn(readFileSync(join(root, path), 'utf8'));
  return counts;
}

if (import.meta.main) {
  const root = treeRoot(process.argv.slice(2).find((argument) => !argument.startsWith('--')));
  const limitsPath = join(import.meta.dirname, 'plain-words.json');
  const counts = countWords(root, process.argv.includes('--list') ? console.log : undefined);
  console.log(`words ${counts.words}, names ${counts.names}, doc blocks ${counts.docBlocks}`);
  if (process.argv.includes('--write')) {
    const { words, names } = counts;
    writeFileSync(limitsPath, `${JSON.stringify({ words, names, docBlocks: mostDocBlocks }, null, 2)}\n`);
  }
  const limits: WordCounts = JSON.parse(readFileSync(limitsPath, 'utf8'));
  const kinds = ['words', 'names', 'docBlocks'] as const;
  report(
    'plain words',
    kinds.flatMap((kind) =>
      counts[kind] > limits[kind]
        ? [`${kind}: ${counts[kind]}, at most ${limits[kind]}: see docs/GLOSSARY.md and CONTRIBUTING.md`]
        : [],
    ),
  );
}
