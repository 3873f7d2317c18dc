// Unicode's Normalization Form C, for who has no String.prototype.normalize: the program. Pages ask their browser, and
// no engine is linked with these tables.
#pragma once

#include <string>
#include <string_view>

namespace whereabouts {

/// A text in UTF-8 in Normalization Form C (Unicode Standard Annex 15): characters taken apart, marks put in their
/// order, and composed again as far as that goes. Bytes that are no UTF-8 stay as they are, and nothing is composed
/// across them.
std::string in_form_c(std::string_view text);

}  // namespace whereabouts
