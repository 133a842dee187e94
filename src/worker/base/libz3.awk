# Makes functions of the declarations in z3.h that assert each handle that they
# are given, and call libz3's function of that name. The input is z3.h after the
# preprocessor, but with Z3_API left as it is. Contexts are always there, and a
# null symbol is valid; what libz3 fills in, an array or pointer without const,
# is not looked at.
BEGIN {
	RS = ";"
	handle = "(^|[ ,])Z3_(ast|app|sort|func_decl|pattern|model|solver|" \
		"optimize|goal|tactic|probe|params|stats|ast_vector|" \
		"apply_result|func_interp|func_entry) "
}

match($0, /Z3_API[ \t\n]+Z3_[A-Za-z0-9_]+[ \t\n]*\(/) {
	gsub(/[ \t\n]+/, " ")
	match($0, / ?Z3_API /)
	result = substr($0, 1, RSTART - 1)
	sub(/^ /, "", result)
	name = substr($0, RSTART + RLENGTH)
	parameters = name
	sub(/ ?\(.*/, "", name)
	sub(/^[^(]*\( ?/, "", parameters)
	sub(/ ?\)[^)]*$/, "", parameters)
	size = split(parameters, parameter, / ?, ?/)
	checks = parameters = arguments = count = ""
	for (i = 1; i <= size; i++) {
		if (parameter[i] ~ /^[^ ]+$/) # without a name
			parameter[i] = parameter[i] " unnamed" i
		parameters = parameters (i > 1 ? ", " : "") parameter[i]
		is_array = parameter[i] ~ /[*\[]/
		argument = parameter[i]
		sub(/ ?\[ ?\]$/, "", argument)
		sub(/.*[ *]/, "", argument)
		arguments = arguments (i > 1 ? ", " : "") argument
		if (parameter[i] ~ /^unsigned [a-z]/)
			count = argument
		if (parameter[i] !~ handle)
			continue
		if (!is_array)
			checks = checks "\tassert(" argument " != NULL);\n"
		else if (parameter[i] ~ /const/)
			checks = checks "\tfor (unsigned i_ = 0; i_ < " count \
				"; i_++)\n\t\tassert(" argument \
				"[i_] != NULL);\n"
	}
	if (checks == "")
		next
	given = name
	sub(/^Z3_/, "z3_given_", given)
	printf "static inline %s\n%s(%s)\n{\n%s\t%s%s(%s);\n}\n#define %s %s\n\n",
		result, given, parameters, checks,
		result == "void" ? "" : "return ", name, arguments,
		name, given
}
