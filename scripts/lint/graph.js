import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/**
 * What each file imports and exports, types included.
 *
 * @param {ReadonlyMap<string, string>} sources texts by path
 * @param {Readonly<Record<string, string>>} aliases as in package.json: `#shared/*` → `./shared/*`
 * @returns {Map<string, { imports: { from: string, names: string[] | null }[], exports: string[] }>} by path; `names` is null where
 * everything is taken
 */
export function graphOf(sources, aliases) {
  return new Map(
    [...sources].map(([file, text]) => {
      const { imports, exports } = read(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
      const found = imports.map(({ from, names }) => ({ from: pathOf(file, from, aliases), names }))
      return [file, { imports: found.filter(({ from }) => sources.has(from)), exports }]
    }),
  )
}

/**
 * The files of a circle know each other, and none can be understood, moved or loaded alone.
 *
 * @returns {Map<string, string[]>} for each file that is in a circle, the way round it back to itself
 */
export function circlesIn(graph) {
  const circles = new Map()
  for (const file of graph.keys()) {
    const way = wayBack(graph, file)
    if (way) circles.set(file, way)
  }
  return circles
}

/** @returns {Map<string, string[]>} for each file, what it exports and no other file takes */
export function deadIn(graph) {
  const taken = new Map([...graph.keys()].map((file) => [file, new Set()]))
  for (const { imports } of graph.values())
    for (const { from, names } of imports)
      for (const name of names ?? graph.get(from).exports) taken.get(from).add(name)
  const dead = [...graph].map(([file, { exports }]) => [file, exports.filter((name) => !taken.get(file).has(name))])
  return new Map(dead.filter(([, names]) => names.length > 0))
}

/** The shortest way from a file's imports back to it, or null. */
function wayBack(graph, start) {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways)
    for (const { from } of graph.get(way.at(-1)).imports) {
      if (from === start) return [...way, start]
      if (!seen.has(from)) ways.push([...way, from])
      seen.add(from)
    }
  return null
}

function pathOf(file, name, aliases) {
  if (name.startsWith('.')) return normalize(join(dirname(file), name)).replaceAll('\\', '/')
  const alias = Object.keys(aliases).find((one) => name.startsWith(one.slice(0, -1)))
  return alias ? normalize(aliases[alias].replace('*', name.slice(alias.length - 1))) : name
}

function read(source) {
  const [imports, exports] = [[], []]
  const visit = (node) => {
    const from = ts.isImportTypeNode(node) ? node.argument.literal : (node.moduleSpecifier ?? dynamic(node))
    if (from && ts.isStringLiteralLike(from)) imports.push({ from: from.text, names: namesTaken(node) })
    if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause))
      exports.push(...node.exportClause.elements.map((element) => element.name.text))
    else if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) exports.push(...namesGiven(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { imports, exports }
}

const dynamic = (node) =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined

/** A lazy import, a namespace and `export *` take everything. */
function namesTaken(node) {
  const named = ts.isImportDeclaration(node)
    ? (node.importClause?.namedBindings ?? { elements: [] })
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined
  return named?.elements?.map((element) => (element.propertyName ?? element.name).text) ?? null
}

function namesGiven(node) {
  if (node.name) return [node.name.text]
  return (node.declarationList?.declarations ?? []).flatMap(({ name }) =>
    ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => element.name?.text ?? []),
  )
}
